//! Keys for programs in an SQLite database.

use super::future::StoreFuture;
use super::program_key_rows::{KeyWrite, all};
use super::program_keys::{ProgramKey, ProgramKeyStore};
use super::right::Right;
use super::sqlite::Sqlite;
use super::writer::Job;
use overtrick_match::ledger::Timestamp;

impl Sqlite {
    fn write_keys(&self, what: KeyWrite) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let written = self.ask(move |reply| Job::ProgramKeys(what, reply));
            self.write_health.note(written.await)
        })
    }
}

impl ProgramKeyStore for Sqlite {
    fn program_keys(&self) -> StoreFuture<'_, Vec<ProgramKey>> {
        Box::pin(all(&self.readers))
    }

    fn put_program_key(&self, key: ProgramKey, _right: Right) -> StoreFuture<'_, ()> {
        self.write_keys(KeyWrite::Put(Box::new(key)))
    }

    fn note_program_key(&self, id: String, at: Timestamp) -> StoreFuture<'_, ()> {
        self.write_keys(KeyWrite::Used(id, at))
    }

    fn forget_program_keys(&self, before: Timestamp) -> StoreFuture<'_, ()> {
        self.write_keys(KeyWrite::Forget(before))
    }
}
