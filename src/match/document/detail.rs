//! The level of detail of a result.

use overtrick_core::wire::words;

words! {
    /// The level of detail of a result: a league table needs only the standings, and a phone in a slow
    /// network only the points.
    ///
    /// ```
    /// use overtrick_match::document::Detail;
    ///
    /// assert!(Detail::Standings < Detail::Scores && Detail::Scores < Detail::Full);
    /// assert_eq!(Detail::from_word("full"), Some(Detail::Full));
    /// ```
    pub enum Detail {
        /// The standings and the winners.
        Standings = "standings",
        /// Also the points of every hand, the totals, and the adjustments.
        Scores = "scores",
        /// Everything, including the derivation of every point.
        Full = "full",
    }
}
