// The entry point of the page: language, settings, the first screen.
//
// To add a screen: write `export function show(context)` in the folder of its subject, which returns an element or a
// promise of an element; add a line to SCREENS in app/router.js; add its texts to [page] of the language files. All
// types are in tests/js/types.d.ts. The element of a screen has the class "screen"; its last child, with the class
// "bar", has the main action.

import { keepForLater, savesData, whenIdle } from "./app/keep.js";
import { fetchAhead, route, updateOnNextRoute } from "./app/router.js";
import { applySettings } from "./app/settings.js";
import * as storage from "./app/storage.js";
import { loadForms } from "./game/forms.js";
import { answerWith } from "./net/api.js";
import { askFor, loadLanguage, preferredLanguages } from "./ui/text.js";

/** The delay in milliseconds before files are stored in advance: until then, only the first screen uses the network. */
const FIRST = 4000;

// If the service cannot be reached, the rules in the page answer.
answerWith(async (...parts) => (await import("./engine/answers.js")).answerHere(...parts));

async function start() {
  await storage.recover();
  applySettings();
  const forms = loadForms();
  const languages = preferredLanguages(storage.settings().lang);
  askFor(languages);
  fetchAhead();
  for (const tag of languages) if (await loadLanguage(tag)) break;
  await forms;
  addEventListener("hashchange", route);
  await route();
  if ("serviceWorker" in navigator) keepForOffline(navigator.serviceWorker);
  else readAhead();
}

/** Registers the service worker, which stores the page. After an update, the next screen reloads the page; drafts are kept. @param {ServiceWorkerContainer} container */
function keepForOffline(container) {
  const had = Boolean(container.controller);
  container.addEventListener("controllerchange", () => { if (had) updateOnNextRoute(); });
  container.register("sw.js", { updateViaCache: "none" }).catch(readAhead);
  setTimeout(() => whenIdle(keepForLater), FIRST);
}

/** Loads the rules and the screens into memory, if no service worker can store them, for example over plain HTTP. */
function readAhead() {
  setTimeout(() => whenIdle(async () => {
    if (savesData()) return;
    await Promise.all([import("./record/screen.js"), import("./sheet/screen.js"), import("./engine/module.js").then(({ engine }) => engine())]).catch(() => undefined);
  }), FIRST);
}

start();
