import { collectionConformance } from './conformance/collection-conformance';
import { forgetConformance } from './conformance/forget-conformance';
import { hookConformance } from './conformance/hook-conformance';
import { lockConformance } from './conformance/lock-conformance';
import { rulesConformance } from './conformance/rules-conformance';
import { sortConformance } from './conformance/sort-conformance';
import { storeConformance } from './conformance/store-conformance';
import { createMemoryDatabase } from '../src/memory/memory-database';

const database = createMemoryDatabase();
const openHarness = async () => ({ open: async () => database });

describe('Collections in memory', () => collectionConformance(openHarness));
describe('Stores in memory', () => storeConformance(openHarness));
describe('Sorts in memory', () => sortConformance(openHarness));
describe('Hooks in memory', () => hookConformance(openHarness));
describe('Declared rules in memory', () => rulesConformance(openHarness));
describe('Locks in memory', () => lockConformance(openHarness));
describe('Forgetting in memory', () => forgetConformance(openHarness));
