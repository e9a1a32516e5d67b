import { computeCosts, measuredCosts, type MeasuredCosts } from './costs';
import measured from './measured-costs.json';
import { computeRates, simulate, type Hardware, type Load } from './simulate';

const load: Load = {
  accounts: 10_000,
  people: 1_000_000,
  notificationsPerSecond: 1_000,
  webhooksPerChange: 4,
  knownShare: 0.5,
  readsPerLead: 3,
  listShare: 0.5,
  meanShare: 0.5,
  keepDays: 30,
};
const hardware: Hardware = {
  cores: 8,
  memoryGb: 32,
  price: 100,
  storagePricePerGb: 0.1,
  storagePerNodeGb: 1_000,
  copies: 3,
  utilisation: 0.5,
  coreFactor: 1,
};
const costs: MeasuredCosts = {
  machine: 'one of a test',
  cpuMicros: {
    leadNew: { gateway: 1_000, people: 2_000, database: 3_000 },
    leadKnown: { gateway: 1_000, people: 1_000, database: 1_000 },
    get: { gateway: 500 },
    list: { gateway: 1_000 },
    delivery: { notifier: 1_000, database: 500, kafka: 100 },
  },
  memoryMb: { gateway: 100, notifier: 100 },
  storageBytes: { person: 10_000, delivery: 1_000 },
};

describe('the simulation', () => {
  it('turns notifications into leads and reads', () => {
    // 250 changes a second; a lead makes one and a half of them.
    const rates = computeRates(load);
    expect(rates.leadNew + rates.leadKnown).toBeCloseTo(250 / 1.5);
    expect(rates).toMatchObject({ delivery: 1_000, get: expect.closeTo(250), list: expect.closeTo(250) });
  });

  it('multiplies rates by costs', () => {
    const { needs } = simulate(load, costs, hardware);
    const of = (component: string) => needs.find((need) => need.component === component)!;
    expect(of('gateway').busyCores).toBeCloseTo(((250 / 1.5) * 1_000 + 250 * 500 + 250 * 1_000) / 1e6);
    expect(of('notifier')).toMatchObject({ busyCores: 1, processes: 2, memoryGb: 0.2 });
    expect(of('database').busyCores).toBeCloseTo(3 * (((250 / 3) * 4_000) / 1e6 + 0.5));
    // 10 GB of people, and 1,000 x 0.5 x 86,400 x 30 deliveries of 1,000 bytes, three times.
    expect(of('database').storageGb).toBeCloseTo(3 * (10 + 1_296));
    expect(of('database').processes).toBe(6);
  });

  it('needs more of everything for more, and less on faster cores', () => {
    const small = simulate(load, costs, hardware);
    const large = simulate({ ...load, notificationsPerSecond: 20_000 }, costs, hardware);
    const fast = simulate({ ...load, notificationsPerSecond: 20_000 }, costs, { ...hardware, coreFactor: 2 });
    expect(large.machines).toBeGreaterThan(small.machines);
    expect(large.price).toBeGreaterThan(small.price);
    expect(large.machines).toBeGreaterThanOrEqual(fast.machines);
    expect(large.needs[0]!.busyCores).toBeCloseTo(2 * fast.needs[0]!.busyCores);
  });

  it('names first what breaks first', () => {
    const { limits } = simulate({ ...load, notificationsPerSecond: 50_000 }, costs, hardware);
    const shares = limits.map(({ needed, today }) => needed / today);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(limits.find(({ what }) => what.includes('notifier'))).toMatchObject({ today: 6, needed: 100 });
  });
});

describe('measured costs', () => {
  it('contain every field', () => {
    const { cpuMicros } = measuredCosts.parse(measured);
    for (const work of Object.values(cpuMicros))
      expect(Object.values(work).reduce((sum, micros) => sum + micros, 0)).toBeGreaterThan(0);
  });

  it('are read from a report of the bench, databases of services together', () => {
    const row = (name: string) => ({
      name,
      cpuMicros: { gateway: 10.04, 'people-database': 5, 'auth-database': 1, launcher: 9 },
    });
    const report = {
      machine: { cores: 2, model: 'X', node: '24' },
      throughput: ['POST /events, new', 'POST /events, known', 'get person', 'list of 10 with total'].map(row),
      deliveries: { queue: { cpuMicros: { notifier: 100 } } },
      memory: [{ name: 'gateway', highest: 120 }],
    };
    expect(computeCosts(report, costs)).toEqual({
      machine: '2 cores, X, Node 24',
      cpuMicros: {
        leadNew: { gateway: 10, database: 6 },
        leadKnown: { gateway: 10, database: 6 },
        get: { gateway: 10, database: 6 },
        list: { gateway: 10, database: 6 },
        delivery: { notifier: 100 },
      },
      memoryMb: { gateway: 120 },
      storageBytes: costs.storageBytes,
    });
    expect(() => computeCosts({ ...report, throughput: [] }, costs)).toThrow('POST /events, new, POST /events, known');
    expect(() => computeCosts({}, costs)).toThrow('npm run bench');
  });
});
