import { bit, str } from './codecs/scalars';
import { defineResource } from './descriptor';
import { inputOnly, readOnly, writable } from './field';
import { createRenderer } from './render';

interface Thing {
  id: number;
  version: number;
  name?: string;
  done?: boolean;
  secret?: string;
  hidden?: string;
}

const render = createRenderer(
  defineResource<Thing>(
    { name: 'ThingService', fullName: 'porchlight.people.v1.ThingService', methods: {} },
    {
      roles: {},
      timestamps: 'none',
      fields: {
        name: writable(str()),
        done: writable(bit(), { fallback: 0 }),
        secret: readOnly(str(), { visible: 'whenSet' }),
        hidden: inputOnly(str()),
      },
    },
  ),
);

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it('renders null or the fallback without a value, and never renders hidden fields', () => {
  expect(json(render({ id: 1, version: 3, hidden: 'x' }))).toEqual({ id: 1, name: null, done: 0 });
});

it('renders some fields only with a value', () => {
  expect(json(render({ id: 1, version: 3, done: true, secret: 's' }))).toEqual({
    id: 1,
    name: null,
    done: 1,
    secret: 's',
  });
});

it('renders only the requested fields', () => {
  expect(json(render({ id: 1, version: 3, name: 'A' }, ['id', 'name']))).toEqual({ id: 1, name: 'A' });
});
