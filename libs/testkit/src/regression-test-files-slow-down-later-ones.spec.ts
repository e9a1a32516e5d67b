/** jest-circus has six handlers for a file; those of each file before it would be added. */
const MAX_HANDLERS = 7;

it('given test files that ran before in this process, then their handlers no longer receive events', () => {
  const handlers: unknown = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS'));
  expect(handlers).toHaveProperty('length', expect.any(Number));
  expect((handlers as unknown[]).length).toBeLessThanOrEqual(MAX_HANDLERS);
});

it('given test files that ran before in this process, then their tests are not in memory', () => {
  expect(
    Object.getOwnPropertySymbols(globalThis).filter((one) => one.description === 'JEST_STATE_SYMBOL'),
  ).toHaveLength(1);
});
