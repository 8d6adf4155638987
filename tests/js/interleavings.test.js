// Two phones, one of them with two tabs, enter one hand at the same time. The network delays, loses and repeats
// requests. The saved hand must be complete from one phone, and no form may change without a key or a message.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matchState, pages, pretendBrowser } from "./support.js";

pretendBrowser();
// These tests have no clock.
Object.assign(AbortSignal, { timeout: undefined });
Object.assign(globalThis, { setTimeout: () => 0 });

const storage = await import("../../templates/web/js/app/storage.js");
const { same } = await import("../../templates/web/js/match/merge.js");
const { Store } = await import("../../templates/web/js/match/store.js");
const { HandEditor } = await import("../../templates/web/js/record/editor.js");

/** The default number of runs. 10,000 runs take some minutes. */
const RUNS = Number(process.env.OVERTRICK_INTERLEAVINGS ?? 300);
const FIRST = Number(process.env.OVERTRICK_SEED ?? 1);
const STEPS = 60;
const PLAYERS = ["Ann", "Bo", "Cy"];
/** The hand as the owner of each phone remembers it. */
const SEEN = [
  { bids: { Ann: 1, Bo: 1, Cy: 0 }, tricks: { Ann: 1, Bo: 3, Cy: 0 } },
  { bids: { Ann: 1, Bo: 2, Cy: 2 }, tricks: { Ann: 0, Bo: 2, Cy: 2 } },
];

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A service with one match. */
class Service {
  constructor() {
    this.state = { ...matchState({ players: PLAYERS }), version: 1 };
    /** @type {Map<string, MatchState>} */
    this.answers = new Map();
    /** The versions that shared the hand in play. @type {number[]} */
    this.shared = [];
  }

  /** @param {RequestInit} request */
  answer({ method, headers, body }) {
    if (method === "GET") return reply(200, this.state);
    const head = new Headers(headers);
    const once = head.get("Idempotency-Key") ?? "";
    const known = this.answers.get(once);
    if (known) return reply(200, known);
    const { version, document } = this.state;
    if (head.get("If-Match") !== `"${version}"`) return reply(412, { title: "changed", status: 412, current: this.state });
    this.state = { ...this.state, version: version + 1, document: this.changed(document, JSON.parse(String(body))) };
    this.answers.set(once, this.state);
    return reply(200, this.state);
  }

  /** @param {MatchDocument} document @param {any} change */
  changed(document, change) {
    const { hands } = document;
    if (change.action === "set_current") {
      this.shared.push(this.state.version + 1);
      return { ...document, current: change.hand };
    }
    if (change.action === "record") return { ...document, hands: [...hands, change.hand], current: undefined };
    assert.equal(change.action, "correct");
    return { ...document, hands: [...hands.slice(0, -1), change.edits[0].with] };
  }
}

/** @param {number} status @param {any} body */
function reply(status, body) {
  const headers = { get: (/** @type {string} */ name) => (name === "ETag" ? `"${body.version ?? 0}"` : "application/json") };
  return { ok: status === 200, status, statusText: "", headers, json: async () => structuredClone(body) };
}

/** Waits for all work that does not wait for the network. */
const settled = () => new Promise((go) => { setImmediate(go); });

/** A screen: a tab of a phone, and the person who uses it. */
class Screen {
  /** @param {World} world @param {string} id of the phone's match @param {number} mind the index of the hand that the person enters */
  constructor(world, id, mind) {
    this.world = world;
    this.id = id;
    this.person = world.people.get(id) ?? { mind, next: 0 };
    world.people.set(id, this.person);
    this.store = new Store(id);
    this.store.retryLater = () => {};
    /** @type {string[]} */
    this.notices = [];
    this.read = 0;
    this.editor = new HandEditor(this.store, ["bids"], { mayShare: () => true, notify: ({ kind }) => void this.notices.push(kind) });
    this.store.listeners.add(() => this.update());
  }

  /** Asserts that the form only changes after a key or a decision, or with a message. */
  update() {
    const { editor } = this;
    const before = editor.draft;
    const others = [...this.world.screens].filter((one) => one.id === this.id && one !== this);
    const isOfOtherTab = others.some((one) => same(storage.draft(this.id)?.hand, one.editor.draft.hand));
    const isDecided = storage.draft(this.id)?.decided !== undefined;
    const notices = this.notices.length;
    editor.update();
    const after = editor.draft;
    const isLess = after.number === before.number ? !same(after.hand, before.hand) : Object.keys(before.hand).length > 0;
    const recorded = this.store.loaded.document.hands.some((hand) => same(hand, before.hand));
    const waits = this.store.pending.some(({ change }) => "hand" in change && same(change.hand, before.hand));
    if (isLess && !isOfOtherTab && !isDecided && !recorded && !waits) assert.ok(this.notices.length > notices, `silent: ${JSON.stringify([before, after])}`);
  }

  /** Enters the person's next value. */
  tap() {
    const { person, editor } = this;
    const fields = ["bids", "tricks"].flatMap((field) => PLAYERS.map((player) => [field, player]));
    const [field, player] = fields[person.next] ?? [];
    if (!field || editor.busy || editor.draft.number !== 1) return;
    person.next += 1;
    /** @type {any} */
    const { hand } = editor.draft;
    const value = /** @type {any} */ (SEEN[person.mind])[field][player];
    editor.enter({ ...hand, [field]: { ...hand[field], [player]: value } });
    this.world.changed(this);
  }

  async save() {
    const { editor, store, person } = this;
    const isUndecided = store.conflict !== undefined;
    if (person.next < 6 || isUndecided || editor.busy || editor.draft.number !== 1 || store.nextHand !== 1) return;
    if (this.notices.length > this.read) {
      // The person reads the message, and then enters the hand again.
      this.read = this.notices.length;
      person.next = 0;
      return;
    }
    const saving = editor.save();
    this.world.saves.push(structuredClone(editor.draft.hand));
    saving.then(() => this.update());
    this.world.changed(this);
  }

  /** Decides between two hands; the person then enters the chosen hand. @param {boolean} isMine */
  decide(isMine) {
    const { conflict } = this.store;
    if (!conflict) return;
    this.world.decisions += 1;
    const mine = "hand" in conflict.entry.change ? conflict.entry.change.hand : {};
    assert.ok(mine, "both are shown");
    if (!isMine) {
      this.person.mind = 1 - this.person.mind;
      this.person.next = 0;
    }
    this.store.sender.decide(isMine ? "mine" : "theirs", "the table chose");
    this.world.changed(this);
  }
}

class World {
  /** @param {number} seed @param {[string, number][]} screens */
  constructor(seed, screens) {
    this.random = randomFrom(seed);
    this.service = new Service();
    /** The running requests. @type {{ request: RequestInit, answered: (answer: any) => void, failed: (error: Error) => void, answer?: any }[]} */
    this.network = [];
    /** @type {Map<string, { mind: number, next: number }>} */
    this.people = new Map();
    /** @type {Hand[]} */
    this.saves = [];
    this.decisions = 0;
    pages.fetch = (/** @type {string} */ _path, /** @type {RequestInit} */ request) => new Promise((answered, failed) => { this.network.push({ request, answered, failed }); });
    /** @type {Screen[]} */
    this.screens = [];
    for (const [phone, mind] of screens) {
      const id = `${phone}-${seed}`;
      storage.save("matches", [{ id, role: "direct", keys: {} }, ...storage.matches()].slice(0, 4));
      storage.save(`state/${id}`, this.service.state);
      this.screens.push(new Screen(this, id, mind));
    }
  }

  /** @param {number} below */
  below(below) {
    return Math.floor(this.random() * below);
  }

  /** Updates the other tabs of a phone after one of them has saved. @param {Screen} screen */
  changed(screen) {
    for (const other of this.screens) {
      if (other === screen || other.id !== screen.id) continue;
      other.store.catchUp();
      other.store.notify();
    }
  }

  /** Moves a random request one step forward. @param {boolean} isGood whether the network works: no request is lost or repeated */
  travel(isGood) {
    const at = this.below(this.network.length);
    const one = this.network[at];
    if (!one) return;
    const chance = isGood ? 1 : this.random();
    if (chance < 0.12 || one.answer !== undefined || isGood) this.network.splice(at, 1);
    if (one.answer !== undefined) {
      // The network may deliver the request again, long after its answer.
      if (!isGood && this.random() < 0.2) this.network.push({ request: one.request, answered() {}, failed() {} });
      one.answered(one.answer);
    } else if (chance < 0.06) one.failed(new TypeError("the request is lost"));
    else if (chance < 0.12) {
      this.service.answer(one.request);
      one.failed(new TypeError("the answer is lost"));
    } else {
      const answer = this.service.answer(one.request);
      if (isGood) one.answered(answer);
      else one.answer = answer;
    }
  }

  /** Makes one random event. */
  async step() {
    const screen = this.screens[this.below(this.screens.length)];
    const what = this.random();
    if (what < 0.3) screen.tap();
    else if (what < 0.45) screen.editor.share();
    else if (what < 0.75) this.travel(false);
    else if (what < 0.85) this.event(screen);
    else if (what < 0.92) screen.save();
    else screen.decide(this.random() < 0.5);
    await settled();
    this.changed(screen);
  }

  /** Sends an event with the newest version to a screen. @param {Screen} screen */
  event(screen) {
    const { service: { state: { version }, shared } } = this;
    screen.store.online = true;
    screen.store.changed({ version, change: { action: shared.includes(version) ? "set_current" : "record" } });
    screen.store.sender.flush();
  }

  /** Restores the network, and makes everybody decide and save. */
  async end() {
    for (let turn = 0; turn < 200; turn += 1) {
      while (this.network.length) {
        this.travel(true);
        await settled();
      }
      for (const screen of this.screens) {
        screen.decide(turn > 20 ? screen.id === this.screens[0].id : this.random() < 0.5);
        this.event(screen);
        screen.editor.share();
        if (screen.person.next < 6) screen.tap();
        else if (turn > 4) screen.save();
        await settled();
        this.changed(screen);
      }
      const isDone = this.service.state.document.hands.length > 0 && !this.network.length && this.screens.every(({ store }) => !store.pending.length && !store.conflict && store.loaded.document.hands.length > 0);
      if (isDone) return;
    }
    const left = this.screens.map(({ id, store, editor, person }) => ({ id, queue: store.pending, conflict: store.conflict, draft: editor.draft, busy: editor.busy, person }));
    assert.fail(`it never ends: ${JSON.stringify({ service: this.service.state.document, left })}`);
  }
}

/** @param {number} seed @param {[string, number][]} screens */
async function play(seed, screens) {
  const world = new World(seed, screens);
  try {
    for (let step = 0; step < STEPS; step += 1) await world.step();
    await world.end();
    const { hands } = world.service.state.document;
    assert.equal(hands.length, 1, "one hand was played");
    assert.ok(SEEN.some((hand) => same(hand, hands[0])), `a mixture: ${JSON.stringify(hands)}`);
    assert.ok(world.saves.some((hand) => same(hand, hands[0])), "somebody saved it");
    for (const { store } of world.screens) assert.deepEqual(store.loaded.document.hands, hands, "all screens show it");
  } catch (error) {
    throw new Error(`OVERTRICK_SEED=${seed} OVERTRICK_INTERLEAVINGS=1`, { cause: error });
  } finally {
    for (const { id } of world.screens) storage.forgetMatch(id);
  }
  return world;
}

test("of two phones and three tabs at one hand, the hand of one phone is kept as a whole", async () => {
  for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) await play(seed, [["a", 0], ["a", 0], ["b", 1]]);
});

test("two tabs of a phone never need a decision", async () => {
  for (let seed = FIRST; seed < FIRST + RUNS / 10; seed += 1) {
    const { decisions } = await play(seed, [["a", 0], ["a", 0]]);
    assert.equal(decisions, 0, `OVERTRICK_SEED=${seed}`);
  }
});
