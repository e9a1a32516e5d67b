const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Imports of a suite that several spec files run, each with another implementation. */
const SHARED_SUITE = /from '[^']*conformance/;

/**
 * Starts the spec files that run a shared suite first. Without durations of an earlier run, jest starts the largest
 * files first, and these are small and take 30 s: they would run alone at the end.
 */
module.exports = class SharedSuitesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isFirst = ({ path, duration }) => duration === undefined && SHARED_SUITE.test(readFileSync(path, 'utf8'));
    const first = new Set(sorted.filter(isFirst));
    return [...first, ...sorted.filter((test) => !first.has(test))];
  }
};
