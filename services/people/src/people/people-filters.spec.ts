import type { Role } from '@porchlight/access';
import { FIRST_PAGE } from '@porchlight/resource';
import { AccountSettings, DEFAULT_STAGES, parseSmartList, TRASH_ID, withSmartList } from '../settings';
import { buildCondition, findCounters, HAS_DUPLICATES, showsTrash } from './people-filters';
import { listViewers } from '../person';
import { stagesByName } from './people-strategy';

const members = [
  { id: 3, name: 'Ada Agent', role: 'Agent', status: 'Active' },
  { id: 4, name: 'Sam Lee', role: 'Agent', status: 'Active' },
  { id: 5, name: 'Sam Lee', role: 'Agent', status: 'Active' },
];
const settings = new AccountSettings(DEFAULT_STAGES, members);
const filter = (text: string) => {
  const [name = '', values = ''] = text.split('=');
  return { name, values: values.split(',') };
};
const count = (filters: string[], role: Role = 'Owner') =>
  findCounters(
    { actor: { accountId: 1, userId: 3, role }, signal: new AbortController().signal },
    filters.map(filter),
    settings,
  );

describe('D2.6 the total of a list of people', () => {
  it.each([
    [[], 'visible'],
    [['includeTrash=true'], 'total'],
    [['stage=lead'], ['stage:1']],
    [['stage=lead,Lead,Closed'], ['stage:1', 'stage:7']],
    [['stageId=6'], ['stage:6']],
    [['stageId=6,1,6'], ['stage:6', 'stage:1']],
    [['stage=Trash', 'includeTrash=true'], [`stage:${TRASH_ID}`]],
    [['assignedUserId=3'], ['user:3']],
    [['assignedUserId=3,4'], ['user:3', 'user:4']],
    [['assignedTo=ada agent'], ['user:3']],
    [['assignedTo=Sam Lee'], ['user:4', 'user:5']],
    [['tags=VIP'], 'tagKey:vip'],
    [['source=Zillow'], ['source:Zillow']],
    [['source=Zillow,Website'], ['source:Zillow', 'source:Website']],
    [[`${HAS_DUPLICATES}=true`], 'visibleDuplicates'],
  ])('%j is stored as %j', (filters, key) => expect(count(filters)).toEqual(key));

  it.each([
    [['tags=VIP,Buyer']],
    [['tags=VIP', 'source=Zillow']],
    [['tags=VIP', 'includeTrash=true']],
    [['assignedTo=Unknown']],
    [['source=Zillow', 'includeTrash=true']],
    [['name=jo']],
  ])('%j is counted', (filters) => expect(count(filters)).toBeUndefined());

  it('is stored for all people an agent sees, and counted for parts of them', () => {
    expect(count([], 'Agent')).toBe('viewerVisible:3');
    expect(count(['includeTrash=true'], 'Agent')).toBe('viewer:3');
    expect(count(['tags=VIP'], 'Agent')).toBeUndefined();
  });

  it('is stored for a smart list with one such condition', () => {
    const question = parseSmartList({ name: 'VIPs', filtersJson: '{"tags":"VIP"}' }, []);
    const { filters } = withSmartList({ ...FIRST_PAGE, filters: [filter('smartListId=1')] }, question);
    expect(count(filters.map(({ name, values }) => `${name}=${values.join(',')}`))).toBe('tagKey:vip');
  });
});

describe('filters of people', () => {
  it('resolve names at the time of the request', () => {
    expect(buildCondition(filter('assignedTo=sam lee'), settings)).toEqual({ assignedUserId: { $in: [4, 5] } });
    expect(buildCondition(filter('stage=Nowhere'), settings)).toBeNull();
    expect(buildCondition(filter('timeframeId=2'), settings)).toEqual({ facets: 'timeframe=2' });
    expect(buildCondition(filter('includeTrash=true'), settings)).toBeUndefined();
  });

  it('exclude people in Trash by default', () => {
    for (const asked of ['includeTrash=true', 'stage=trash', `stageId=${TRASH_ID}`, 'id=7', 'ids=7,8'])
      expect(showsTrash([filter(asked)])).toBe(true);
    for (const asked of ['includeTrash=false', 'stage=Lead', 'tags=Trash'])
      expect(showsTrash([filter(asked)])).toBe(false);
  });
});

it('people are sorted alphabetically by stage, those of a deleted stage by its target', () => {
  const names = ['Lead', 'Éclair', 'active', 'Zoo'].map((name, at) => ({
    id: at + 1,
    name,
    orderWeight: at,
    isProtected: false,
  }));
  const moving = new AccountSettings(names, [], [{ stageId: 9, targetId: 3 }]);
  expect(stagesByName(moving)).toEqual([3, 9, 2, 1, 4]);
});

it('a person is visible to agent, lender, collaborators and pond members, each listed once', () => {
  expect(listViewers({ assignedUserId: 9, assignedLenderId: 5, collaboratorIds: [3, 9], pondUserIds: [4, 3] })).toEqual(
    [3, 4, 5, 9],
  );
  expect(listViewers({ collaboratorIds: [] })).toEqual([]);
});
