import { collectionConformance } from '../src/conformance/collection-conformance';
import { forgetConformance } from '../src/conformance/forget-conformance';
import { hookConformance } from '../src/conformance/hook-conformance';
import { lockConformance } from '../src/conformance/lock-conformance';
import { sortConformance } from '../src/conformance/sort-conformance';
import { storeConformance } from '../src/conformance/store-conformance';
import { createMemoryDatabase } from '../src/memory/memory-database';

const database = createMemoryDatabase();
const openHarness = async () => ({ open: async () => database });

describe('Collections in memory', () => collectionConformance(openHarness));
describe('Stores in memory', () => storeConformance(openHarness));
describe('Sorts in memory', () => sortConformance(openHarness));
describe('Hooks in memory', () => hookConformance(openHarness));
describe('Locks in memory', () => lockConformance(openHarness));
describe('Forgetting in memory', () => forgetConformance(openHarness));
