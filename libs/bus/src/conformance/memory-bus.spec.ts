import { createMemoryBroker } from '../memory/memory-broker';
import { createMemoryBus } from '../memory/memory-bus';
import { busConformance } from './bus-conformance';

busConformance(
  'memory',
  async () => {
    const broker = createMemoryBroker();
    return { createBus: (delivery = {}) => createMemoryBus({ broker, delivery }), stop: async () => {} };
  },
  { outages: false, lingers: false, patienceMs: 5_000 },
);
