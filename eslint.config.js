import js from "@eslint/js";
import globals from "globals";

const STATE = "The state of a page is held by objects: a module has constants and no state of its own.";
const LINES = "The house leaves out lines of comment (web/scripts.py): what looks like one must not be in a text.";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-lines": ["error", 250],
      "max-lines-per-function": ["error", 40],
      "no-console": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  {
    files: ["src/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "Program > VariableDeclaration[kind!='const']", message: STATE },
        { selector: "Program > ExportNamedDeclaration > VariableDeclaration[kind!='const']", message: STATE },
        { selector: "Program > VariableDeclaration > VariableDeclarator > NewExpression", message: STATE },
        { selector: "Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > NewExpression", message: STATE },
        { selector: "TemplateElement[value.raw=/\\n/]", message: LINES },
      ],
    },
  },
  {
    files: ["tests/script/*.js"],
    languageOptions: { globals: { ...globals.node, document: "readonly" } }, // browser.js puts it there
    rules: { "max-lines-per-function": "off" },
  },
];
