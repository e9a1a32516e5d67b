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
        secret: readOnly(str(), { shown: 'whenSet' }),
        hidden: inputOnly(str()),
      },
    },
  ),
);

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it('shows null or the fallback where there is no value, and never what is not shown', () => {
  expect(json(render({ id: 1, version: 3, hidden: 'x' }))).toEqual({ id: 1, name: null, done: 0 });
});

it('shows what is shown only when set', () => {
  expect(json(render({ id: 1, version: 3, done: true, secret: 's' }))).toEqual({
    id: 1,
    name: null,
    done: 1,
    secret: 's',
  });
});

it('shows only the fields asked for', () => {
  expect(json(render({ id: 1, version: 3, name: 'A' }, ['id', 'name']))).toEqual({ id: 1, name: 'A' });
});
