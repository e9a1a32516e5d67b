import type { Faker } from '@faker-js/faker';

/** A number between 0 and 1 from the generator's own stream. */
const unit = (faker: Faker): number => faker.number.float({ min: 0, max: 1 });

/** One of the words, by their weights. */
export const weighted = <T>(faker: Faker, choices: ReadonlyArray<readonly [T, number]>): T => {
  const all = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let left = unit(faker) * all;
  for (const [value, weight] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  return choices.at(-1)![0];
};

/** Weights that fall like 1 / (rank + 1): a few are common, most are rare. */
export const byRank = <T>(values: readonly T[]): Array<readonly [T, number]> =>
  values.map((value, rank) => [value, 1 / (rank + 1)] as const);

/** Log-normal: `median` in the middle, 68 % within a factor of e^sigma. */
export const logNormal = (faker: Faker, median: number, sigma: number): number => {
  const angle = 2 * Math.PI * unit(faker);
  const radius = Math.sqrt(-2 * Math.log(1 - unit(faker)));
  return median * Math.exp(sigma * radius * Math.cos(angle));
};

/**
 * A count with a heavy tail: most are small, a few are many times the mean. Lomax of shape 2.5, cut at `most`, so the
 * mean of many comes out a little below the one asked for unless it is small beside `most`.
 */
export const heavyTailed = (faker: Faker, mean: number, most: number): number => {
  const shape = 2.5;
  const scale = (mean + 0.5) * (shape - 1);
  return Math.min(most, Math.floor(scale * ((1 - unit(faker)) ** (-1 / shape) - 1)));
};
