import { describeSpeed } from './machine-speed';

it('given a usual machine, then limits and rates are the usual ones', () => {
  const speed = describeSpeed(25);
  expect([speed.slowdown, speed.limitRate(20, 0.5)]).toEqual([1, 20]);
});

it('given a machine whose limits are the usual ones, then it gets no more leads than it can take', () => {
  const speed = describeSpeed(100);
  expect([speed.slowdown, speed.limitRate(20, 0.5)]).toEqual([1, 5]);
});

it('given a machine that is slower, then its limits are longer and its rate is a share of what one client achieves', () => {
  const speed = describeSpeed(350);
  expect([speed.slowdown, speed.limitRate(20, 0.5), speed.limitRate(1, 0.5)]).toEqual([4, 500 / 350, 1]);
});

it('given a machine that hardly moves, then limits do not grow further', () =>
  expect(describeSpeed(60_000).slowdown).toBe(12));
