import { chooseSource, type ContainerEngine, type Source } from './choose-source';

const hang = (): Promise<never> => new Promise(() => undefined);
const engineWith = (engine: Partial<ContainerEngine>) => async (): Promise<ContainerEngine> => ({
  hasImage: async () => false,
  pullImage: () => Promise.reject(new Error('no network')),
  ...engine,
});
const choose = (findEngine: () => Promise<ContainerEngine | undefined>, address?: string) =>
  chooseSource({ address, image: 'mongo:8.0', findEngine, answerWithinMs: 50, pullWithinMs: 50 });

type Case = readonly [title: string, source: Source, findEngine: Parameters<typeof choose>[0], address?: string];
const CASES: readonly Case[] = [
  ['an address in the environment, then it', 'address', hang, 'mongodb://localhost'],
  ['no Docker engine, then a program', 'program', async () => undefined],
  ['an engine that does not answer, then a program', 'program', hang],
  ['an engine that fails, then a program', 'program', engineWith({ hasImage: () => Promise.reject(new Error('no')) })],
  ['an engine with the image, then a container', 'container', engineWith({ hasImage: async () => true })],
  ['an image that can be pulled, then a container', 'container', engineWith({ pullImage: async () => {} })],
  ['an image that cannot be pulled, then a program', 'program', engineWith({})],
  ['a pull that takes too long, then a program', 'program', engineWith({ pullImage: hang })],
];

for (const [title, source, findEngine, address] of CASES)
  it(`given ${title}`, async () => {
    expect(await choose(findEngine, address)).toBe(source);
  });
