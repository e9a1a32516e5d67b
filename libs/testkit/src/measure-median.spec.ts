import { measureMedian } from './measure-median';

afterEach(() => jest.restoreAllMocks());

it('given slow first runs that do not count, then the median is that of the others', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const durations = [900, 800, 20, 40, 30];
  const operation = async (run: number): Promise<void> => void (now += durations[run]!);
  expect(await measureMedian(operation, { runs: 5, skipped: 2 })).toBe(30);
});
