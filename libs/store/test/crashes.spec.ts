import { createMemoryDatabase } from '../src/memory/memory-database';
import { crashConformance } from './conformance/crash-conformance';

describe('Crashes in memory at some operations; others in each run', () =>
  crashConformance(async () => createMemoryDatabase(), 8));
