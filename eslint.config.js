import js from "@eslint/js";
import globals from "globals";

const STATE = "Modules have constants but no state: the state of a page is held by objects.";
const LINES = "Bundling removes comment lines (web/http/script_bundles.py): no string may contain something that looks like one.";

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
