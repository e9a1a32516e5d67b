import * as z from 'zod';
import { defineFeatures, defineService } from '../src';
import { openSurroundings } from './open-surroundings';

const defineFeature = defineFeatures<object, 'people.unknown'>();

describe('the start of a service', () => {
  it('given a feature of an unknown consumer group, then what is open already is closed', async () => {
    const { dependencies, close } = await openSurroundings('people');
    const stopped: string[] = [];
    const first = defineFeature({
      name: 'first',
      open: () => undefined,
      serve: () => ({ stop: async () => stopped.push('first') }),
    });
    const wrong = defineFeature({
      name: 'wrong',
      open: () => undefined,
      serve: () => ({ on: { 'people.unknown': async () => undefined } }),
    });
    const service = defineService('people', {
      config: z.object({}),
      address: () => '127.0.0.1:0',
      consumers: {} as never,
      features: [first, wrong],
    });
    await expect(service.start(dependencies as never)).rejects.toThrow("'people.unknown' has no settings");
    expect(stopped).toEqual(['first']);
    await close();
  });
});
