import { freePort } from './free-port';

/** As many draws from 8,000 ports would repeat one with near certainty. */
const DRAWS = 500;

it('given ports on which nothing listens yet, then none is returned twice', async () => {
  const ports = new Set<number>();
  for (let n = 0; n < DRAWS; n++) ports.add(await freePort());
  expect(ports.size).toBe(DRAWS);
});
