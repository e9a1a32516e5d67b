import { filtersName, replaceInFilters } from './stored-filters';

const stage = (name: string) => ({ kind: 'stages' as const, id: 7, name });

describe('D13.3 filters that name a stage', () => {
  it('given a new name, then the filters have it', () => {
    expect(replaceInFilters({ stage: 'Closed', q: 'a' }, stage('Closed'), stage('Won'))).toEqual({
      stage: 'Won',
      q: 'a',
    });
  });

  it('given a new name with a comma, which would separate two names, then the filters have the id', () => {
    const after = replaceInFilters({ stage: 'Closed' }, stage('Closed'), stage('Closed, won'));
    expect(after).toEqual({ stageId: '7' });
    expect(filtersName(after, stage('Closed, won'))).toBe(true);
  });
});
