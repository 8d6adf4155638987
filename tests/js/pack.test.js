// The names of suits in the service's sentences, for the pack that the table uses.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { useForms } from "../../templates/web/js/game/forms.js";
import { inPack } from "../../templates/web/js/ruling/panel.js";
import { useCatalog, usePack, useWordsOf } from "../../templates/web/js/ui/text.js";
import { gameForm } from "./support.js";

before(() => {
  useForms({ "a-game": gameForm({}) });
  const word = {
    spades: "spades", hearts: "hearts", clubs: "clubs", diamonds: "diamonds",
    "a-game/german/spades": "leaves", "a-game/german/clubs": "acorns", "a-game/german/diamonds": "bells",
  };
  useCatalog({ lang: "en", languages: ["en"], forms: ["one", "other"], page: {}, word });
  useWordsOf("a-game");
});

test("a sentence has the suits of the chosen pack, and is otherwise unchanged", () => {
  const sentence = "has no spades and could have trumped with diamonds; hearts lead, the clubsman waits";
  assert.equal(inPack(sentence), sentence);
  usePack("german");
  assert.equal(inPack(sentence), "has no leaves and could have trumped with bells; hearts lead, the clubsman waits");
  usePack("auto");
  assert.equal(inPack(undefined), "");
});
