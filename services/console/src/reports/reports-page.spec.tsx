import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import ReportsPage from './reports-page';

const RANGE = { from: '2026-03-01', to: '2026-03-30', timeZone: 'UTC' };
const REPORTS = {
  'GET /v1/reports/leads': {
    ...RANGE,
    leads: 4,
    sources: [
      { source: 'Portal', leads: 3 },
      { source: '=Website', leads: 1 },
    ],
    days: [
      { day: '2026-03-01', source: 'Portal', leads: 3 },
      { day: '2026-03-02', source: '=Website', leads: 1 },
    ],
  },
  'GET /v1/reports/firstAnswers': {
    ...RANGE,
    leads: 4,
    answered: 3,
    medianSeconds: 720,
    spans: [
      { upToSeconds: 300, leads: 1 },
      { upToSeconds: 3_600, leads: 2 },
    ],
    users: [{ userId: 3, name: 'Ana Kowalski', leads: 4, answered: 3, medianSeconds: 720 }],
  },
  'GET /v1/reports/stages': {
    ...RANGE,
    leads: 4,
    stages: [
      { stageId: 1, stage: 'Lead', leads: 3 },
      { stageId: 2, stage: 'Hot Prospect', leads: 1 },
    ],
  },
  'GET /v1/reports/closingDeals': {
    ...RANGE,
    deals: 2,
    price: 600_000,
    months: [{ month: '2026-03', open: { deals: 1, price: 400_000 }, closed: { deals: 1, price: 200_000 } }],
    stages: [
      { pipelineId: 1, pipeline: 'Buyers', stageId: 5, stage: 'Offer', closed: false, deals: 1, price: 400_000 },
      { pipelineId: 1, pipeline: 'Buyers', stageId: 6, stage: 'Empty', closed: false, deals: 0, price: 0 },
      { pipelineId: 1, pipeline: 'Buyers', stageId: 7, stage: 'Closed', closed: true, deals: 1, price: 200_000 },
    ],
  },
};

describe('reports', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, role?: 'Agent' | 'Lender') => ({
    sent: fakeApi({ ...REPORTS, ...answers }),
    ...show(<ReportsPage />, { at: '/reports', path: '/reports', role }),
  });
  const findTable = async (name: string) => within(await screen.findByRole('table', { name }));

  test('given leads of two sources, then a chart and a table show them', async () => {
    open();
    const table = await findTable('Leads by source');
    table.getByRole('row', { name: 'Portal 3 75%' });
    table.getByRole('row', { name: '=Website 1 25%' });
    screen.getByRole('img', { name: 'New leads by day: 4 in all' });
  });

  test('given answers, then the median and the users are shown', async () => {
    open();
    const table = await findTable('First answers by user');
    table.getByRole('row', { name: 'Ana Kowalski 4 75% 12 min' });
    (await findTable('Leads by waiting time')).getByRole('row', { name: 'No answer 1' });
  });

  test('given stages, then each has its share of the leads', async () => {
    open();
    (await findTable('Leads by stage')).getByRole('row', { name: 'Hot Prospect 1 25%' });
  });

  test('given closing deals, then stages without deals are left out', async () => {
    open();
    const rows = (await findTable('Closing deals by stage')).getAllByRole('row');
    expect(rows).toHaveLength(3);
  });

  test('given another time, when it is chosen, then it is in the address and in the requests', async () => {
    const { user, sent, address } = open();
    await findTable('Leads by source');
    await user.click(screen.getByRole('radio', { name: '7 days' }));
    expect(address()).toBe('/reports?days=7');
    const days = (path: string): number => {
      const query = new URL(path, 'https://porchlight.test').searchParams;
      return (Date.parse(query.get('to')!) - Date.parse(query.get('from')!)) / 86_400_000 + 1;
    };
    await waitFor(() => expect(days(sent.findLast(({ path }) => path.startsWith('/v1/reports/leads'))!.path)).toBe(7));
  });

  test('given a lender, then deals are not read', async () => {
    const { sent } = open({}, 'Lender');
    await findTable('Leads by source');
    expect(sent.filter(({ path }) => path.startsWith('/v1/reports/closingDeals'))).toEqual([]);
  });

  test('given a report that is refused, then its card shows the reason and the others their figures', async () => {
    open({
      'GET /v1/reports/leads': refuse(
        400,
        'REPORT_TOO_LARGE',
        'The range has more than 50000 people. Choose a shorter range.',
      ),
    });
    await screen.findByText('The range has more than 50000 people. Choose a shorter range.');
    await findTable('Leads by stage');
  });

  test('given a report, when it is downloaded, then the file has a line for each day and source', async () => {
    const files: Blob[] = [];
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => undefined,
    });
    HTMLAnchorElement.prototype.click = () => undefined;
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Download CSV: New leads' }));
    const { size } = files[0]!;
    // The name of a source that begins with = is no formula.
    expect(size).toBe("Day,Source,Leads\r\n2026-03-01,Portal,3\r\n2026-03-02,'=Website,1".length);
  });
});
