import type { PipelineStage } from '@porchlight/contracts';
import { applyStages, countNewStages, type StoredStage } from './pipeline-stages';

const storedStages: StoredStage[] = [
  { id: 4, name: 'Offer', orderWeight: 1000, color: '#111111' },
  { id: 5, name: 'Closed', orderWeight: 2000, color: '#222222', description: 'done' },
];
const createStage = (stage: Partial<PipelineStage>): PipelineStage => ({ id: 0, name: '', ...stage });

describe('stages of a pipeline', () => {
  it('with an id are updated, without one are created; absent ones stay', () => {
    const body = [createStage({ id: 5, name: 'Sold' }), createStage({ name: 'Showing', orderWeight: 2000 })];
    expect(countNewStages(storedStages, body)).toBe(1);
    expect(applyStages(storedStages, body, [9])).toEqual([
      { id: 4, name: 'Offer', orderWeight: 1000, color: '#111111' },
      { id: 9, name: 'Showing', orderWeight: 2000, color: expect.stringMatching(/^#/) },
      { id: 5, name: 'Sold', orderWeight: 3000, color: '#222222', description: 'done' },
    ]);
  });

  it('without a name are refused with the message of the specification', () => {
    for (const name of ['', '  ', '\t'])
      expect(() => countNewStages(storedStages, [createStage({ name: 'Fine' }), createStage({ name })])).toThrow(
        /^name is required for each stage object\.$/,
      );
    expect(() => countNewStages(storedStages, [createStage({ id: 4 })])).toThrow(
      'name is required for each stage object.',
    );
  });

  it('with unknown or repeated ids, or more than 100, are refused', () => {
    expect(() => countNewStages(storedStages, [createStage({ id: 77, name: 'x' })])).toThrow('77');
    expect(() => countNewStages(storedStages, [createStage({ id: -1, name: 'x' })])).toThrow('-1');
    expect(() =>
      countNewStages(storedStages, [createStage({ id: 4, name: 'x' }), createStage({ id: 4, name: 'y' })]),
    ).toThrow('more than once');
    const many = Array.from({ length: 99 }, (_, at) => createStage({ name: `s${at}` }));
    expect(() => countNewStages(storedStages, many)).toThrow('at most 100');
    expect(countNewStages(storedStages, many.slice(1))).toBe(98);
  });

  it('with equal names are refused, ignoring case; names can be swapped', () => {
    expect(() => applyStages(storedStages, [createStage({ name: ' OFFER ' })], [9])).toThrow(
      expect.objectContaining({ reason: 'NAME_TAKEN' }),
    );
    const swapped = [createStage({ id: 4, name: 'Closed' }), createStage({ id: 5, name: 'Offer' })];
    expect(applyStages(storedStages, swapped, []).map(({ name }) => name)).toEqual(['Closed', 'Offer']);
  });
});
