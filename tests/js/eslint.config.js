// Run this from the root of the repository: all paths are relative to it.

import js from "@eslint/js";
import globals from "globals";

/** Style rules for the page's modules, in addition to those that ESLint recommends. */
const rules = {
  "arrow-body-style": "error",
  "default-case": "error",
  eqeqeq: "error",
  "max-lines": ["error", 500],
  "no-else-return": "error",
  "no-eval": "error",
  "no-param-reassign": "error",
  // The service removes lines that look like comments, so no text may contain such lines.
  "no-restricted-syntax": ["error", { selector: "TemplateElement[value.raw=/\\n/]", message: "No text spans lines." }],
  "no-shadow": "error",
  "no-unused-vars": ["error", { ignoreRestSiblings: true }],
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-template": "error",
};

export default [
  { ignores: ["**/node_modules/"] },
  { files: ["**/*.js"], ...js.configs.recommended },
  { files: ["**/*.js"], rules, linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["templates/web/js/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["templates/web/sw.js"], languageOptions: { globals: globals.serviceworker, sourceType: "script" } },
  { files: ["templates/embed/*.js", "templates/public/*.js", "templates/rules/*.js"], languageOptions: { globals: globals.browser, sourceType: "script" } },
  { files: ["templates/verify/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/js/**/*.js"], languageOptions: { globals: globals.node } },
];
