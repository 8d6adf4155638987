// The address at which other phones can open the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { placeOf } from "../../templates/web/js/share/links.js";

const OWN = { home: "http://192.168.1.9:8080/" };
const CLUB = "https://club.example/";

test("the public address of the service comes first", () => {
  assert.deepEqual(placeOf({ reach: "public", url: CLUB }, undefined), { home: CLUB });
  assert.deepEqual(placeOf({ reach: "public", url: CLUB }, OWN), { home: CLUB });
});

test("a page from the network is found at its own address", () => {
  assert.deepEqual(placeOf({ reach: "asked" }, OWN), OWN);
  assert.deepEqual(placeOf({ reach: "machine" }, OWN), OWN, "there is a proxy in front of the service");
  assert.deepEqual(placeOf(undefined, OWN), OWN);
});

test("a page on the machine of the service is found at the network address of the machine", () => {
  const url = "http://[fd00::5]:8080/";
  assert.deepEqual(placeOf({ reach: "network", url }, undefined), { home: url });
});

test("if no phone can find the page, there is a reason", () => {
  assert.deepEqual(placeOf({ reach: "machine" }, undefined), { lack: "machine" });
  assert.deepEqual(placeOf({ reach: "unknown" }, undefined), { lack: "unknown" });
  assert.deepEqual(placeOf(undefined, undefined), { lack: "machine" });
});
