import { addChanges, readApiChangelog, renderApiChangelog } from './api-changelog';

const before = { paths: { '/people': { get: { summary: 'List people.', operationId: 'listPeople' } } } };
const after = {
  paths: {
    ...before.paths,
    '/notes': { get: { summary: 'List notes.', operationId: 'listNotes' } },
  },
};

describe('the API changelog', () => {
  it('given a new operation, then it is in the section of the release', () => {
    const page = renderApiChangelog(addChanges([], '0.4.0', { before, after }));
    expect(page).toContain('## 0.4.0\n\n### Added\n\n- `GET /notes`: List notes.\n');
  });

  it('given an operation that is gone, then it is an incompatible change', () => {
    const [release] = addChanges([], '0.4.0', { before: after, after: before });
    expect(release).toEqual({ version: '0.4.0', incompatible: ['GET /notes is gone'], added: [] });
  });

  it('given a page, then reading it returns its releases', () => {
    const releases = addChanges([{ version: '0.3.0', incompatible: ['x is gone'], added: [] }], '0.4.0', {
      before,
      after,
    });
    expect(readApiChangelog(renderApiChangelog(releases))).toEqual(releases);
  });

  it('given the same change twice, then it is listed once', () => {
    const once = addChanges([], '0.4.0', { before, after });
    expect(addChanges(once, '0.4.0', { before, after })).toEqual(once);
  });
});
