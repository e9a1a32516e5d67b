import * as facts from './facts';
import { SERVICES } from './services';

describe('facts', () => {
  it('have unique types that begin with a service', () => {
    const types = facts.FACTS.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    for (const { service, resource, name, type } of facts.FACTS) {
      expect(SERVICES).toContain(service);
      expect(`${service}.${resource}.${name}`).toBe(type);
    }
  });

  it('are all in the list', () => {
    const defined = Object.values(facts).filter((one) => 'type' in one && 'parse' in one);
    expect(new Set(facts.FACTS)).toEqual(new Set(defined));
  });

  it('given the event of a write, then its data is parsed again', () => {
    const { name, data, internal } = facts.personMerged.event({ id: 3, into: 4 });
    expect({ name, internal }).toEqual({ name: 'merged', internal: true });
    expect(facts.personMerged.parse({ dataJson: JSON.stringify(data) })).toEqual({ id: 3, into: 4 });
  });

  it('given invalid data, then parse throws', () => {
    expect(() => facts.personMerged.parse({ dataJson: '{"id":3}' })).toThrow();
    expect(() => facts.personMerged.parse({ dataJson: '' })).toThrow();
  });
});
