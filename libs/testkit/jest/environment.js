const vm = require('node:vm');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Selects the context of the process, which Node accepts only as an absent `parsingContext`. */
const PROCESS_CONTEXT = {};
const { compileFunction } = vm;
vm.compileFunction = (source, parameters, options) =>
  compileFunction(
    source,
    parameters,
    options?.parsingContext === PROCESS_CONTEXT ? { ...options, parsingContext: undefined } : options,
  );

const { exit } = process;

/**
 * Removes what jest stored in the global object for a test file: its tests, handlers of their events, and a wrapper of
 * `process.exit`. Otherwise the handlers of all earlier files receive the events of each test, and the modules of all
 * files stay in memory.
 */
const removeRunnerState = () => {
  process.exit = exit;
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'].includes(symbol.description)) delete globalThis[symbol];
};

/** Runs test files in the context of the process. Packages that are loaded once then share `Error`, `Date` and `Map` with them. */
module.exports = class ProcessEnvironment {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({
      config,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig,
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {
    Error.stackTraceLimit = 100;
  }

  async teardown() {
    removeRunnerState();
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return PROCESS_CONTEXT;
  }
};
