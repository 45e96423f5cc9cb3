import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";

export default defineConfig([
  // The links would lead to benchmarks/ a second time; the rest is made, not written.
  { ignores: [".venv/", "dist/", "runs/", "site/", "agent_e/{skills,prompts,configs,benchmarks}/", "agent_e/server/static/console/vendor/"] },
  js.configs.recommended,
  {
    files: ["{agent_e,benchmarks,tests}/**/*.js"],
    languageOptions: { sourceType: "module", globals: globals.browser },
  },
  {
    // One arrow function a file, evaluated in a page: never a module.
    files: ["agent_e/dom/js/*.js", "agent_e/training/synth/*.js", "benchmarks/perf/{pages,peers,reaching,seeing}/*.js"],
    languageOptions: { sourceType: "script", globals: { agentE: "readonly" } },
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "Program[body.length!=1], Program > :not(ExpressionStatement[expression.type='ArrowFunctionExpression'])",
          message: "A page script is exactly one arrow function.",
        },
      ],
    },
  },
]);
