import { crashConformance } from './conformance/crash-conformance';
import { createMemoryDatabase } from '../src/memory/memory-database';

describe('Crashes in memory', () => crashConformance(async () => createMemoryDatabase()));
