// The address at which other phones find the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { placeOf } from "../../templates/web/js/share/links.js";

const OWN = { home: "http://192.168.1.9:8080/" };
const CLUB = "https://club.example/";

test("the address that the service is given for people comes first", () => {
  assert.deepEqual(placeOf({ reach: "public", url: CLUB }, undefined), { home: CLUB });
  assert.deepEqual(placeOf({ reach: "public", url: CLUB }, OWN), { home: CLUB });
});

test("a page that came over a network is found where it came from", () => {
  assert.deepEqual(placeOf({ reach: "asked" }, OWN), OWN);
  assert.deepEqual(placeOf({ reach: "machine" }, OWN), OWN, "a proxy stands before the service");
  assert.deepEqual(placeOf(undefined, OWN), OWN);
});

test("a page of the service's own machine is found where the machine is in its network", () => {
  const url = "http://[fd00::5]:8080/";
  assert.deepEqual(placeOf({ reach: "network", url }, undefined), { home: url });
});

test("where no phone finds the page, the reason is known", () => {
  assert.deepEqual(placeOf({ reach: "machine" }, undefined), { lack: "machine" });
  assert.deepEqual(placeOf({ reach: "unknown" }, undefined), { lack: "unknown" });
  assert.deepEqual(placeOf(undefined, undefined), { lack: "machine" });
});
