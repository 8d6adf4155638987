//! How much of a result an answer has.

use overtrick_core::wire::words;

words! {
    /// How much of a result an answer has: a table of a league needs the standings alone, a phone in a slow
    /// network the points.
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
        /// The points of every hand too, the totals, and the adjustments.
        Scores = "scores",
        /// Everything, with how every point came about.
        Full = "full",
    }
}
