const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/** A suite that several spec files run, each with another implementation, or a test with its own time limit. */
const LONG = /from '[^']*conformance|^ *\}, \d+_000\);$|^jest\.setTimeout\(/m;

/**
 * Starts the spec files with long waits first. Without durations of an earlier run, jest starts the largest files
 * first: a small file that waits for 30 s would run alone at the end.
 */
module.exports = class LongFilesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isFirst = ({ path, duration }) => duration === undefined && LONG.test(readFileSync(path, 'utf8'));
    const first = new Set(sorted.filter(isFirst));
    return [...first, ...sorted.filter((test) => !first.has(test))];
  }
};
