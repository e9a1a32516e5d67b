import { DEFAULT_STAGES, TRASH_ID } from './default-stages';

describe('default stages', () => {
  it('are the same in every account, Trash last and protected', () => {
    expect(DEFAULT_STAGES.filter((s) => s.isProtected).map((s) => s.name)).toEqual(['Lead', 'Closed', 'Trash']);
    expect(DEFAULT_STAGES.map((s) => s.orderWeight)).toEqual(DEFAULT_STAGES.map((s) => s.id * 1000));
    expect(DEFAULT_STAGES.at(-1)).toMatchObject({ id: TRASH_ID, isProtected: true });
  });
});
