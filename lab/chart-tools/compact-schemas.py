#!/usr/bin/env python3
"""Writes deploy/helm/schemas: one small JSON schema for each kind that the chart renders, without its prose.

  compact-schemas.py KUBERNETES_SCHEMAS CRD…

KUBERNETES_SCHEMAS is a strict folder of one version of PyPI's kubernetes-validate (made from Kubernetes' own OpenAPI);
a CRD is the file of a CustomResourceDefinition (cert-manager's, Strimzi's). Needs PyYAML."""
import json
import pathlib
import sys

import yaml

KINDS = [
    'configmap-v1', 'service-v1', 'serviceaccount-v1', 'deployment-apps-v1', 'job-batch-v1', 'cronjob-batch-v1', 'horizontalpodautoscaler-autoscaling-v2',
    'poddisruptionbudget-policy-v1', 'networkpolicy-networking-v1', 'ingress-networking-v1',
]
OUT = pathlib.Path(__file__).parent.parent.parent / 'deploy' / 'helm' / 'schemas'


def bare(node):
    """The schema without descriptions and Kubernetes' own notes, also where a property is called description."""
    if isinstance(node, list):
        return [bare(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {}
    for key, value in node.items():
        if key in ('description', 'status') and not isinstance(value, dict) or key.startswith('x-kubernetes'):
            continue
        kept[key] = {name: bare(schema) for name, schema in value.items()} if key in ('properties', 'definitions') else bare(value)
    return kept


def strict(node):
    """Closes the objects of a CRD: a property that nobody declared is a mistake."""
    if isinstance(node, dict):
        if isinstance(node.get('properties'), dict) and not node.get('x-kubernetes-preserve-unknown-fields'):
            node.setdefault('additionalProperties', False)
        for value in node.values():
            strict(value)
    elif isinstance(node, list):
        for item in node:
            strict(item)


def references(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == '$ref':
                yield value.rsplit('/', 1)[1]
            else:
                yield from references(value)
    elif isinstance(node, list):
        for item in node:
            yield from references(item)


def local(node):
    """References into the one file that holds all."""
    if isinstance(node, dict):
        return {k: f"#/definitions/{v.rsplit('/', 1)[1]}" if k == '$ref' else local(v) for k, v in node.items()}
    return [local(item) for item in node] if isinstance(node, list) else node


def write(name, schema):
    (OUT / f'{name}.json').write_text(json.dumps(schema, sort_keys=True, separators=(',', ':')) + '\n')


def kubernetes(folder):
    definitions = json.loads((folder / '_definitions.json').read_text())['$defs']
    for kind in KINDS:
        schema = json.loads((folder / f'{kind}.json').read_text())
        schema.pop('$schema', None)
        schema.pop('$id', None)
        schema['properties'].pop('status', None)
        needed, todo = {}, list(references(schema))
        while todo:
            name = todo.pop()
            if name not in needed:
                needed[name] = definitions[name]
                todo.extend(references(definitions[name]))
        write(kind, local(bare({**schema, 'definitions': needed})))


def custom(file):
    for crd in yaml.safe_load_all(file.read_text()):
        group, kind = crd['spec']['group'], crd['spec']['names']['kind'].lower()
        for version in crd['spec']['versions']:
            schema = version['schema']['openAPIV3Schema']
            schema['properties'].pop('status', None)
            strict(schema)
            schema['properties'].update(apiVersion={'type': 'string'}, kind={'type': 'string'}, metadata={'type': 'object'})
            write(f"{kind}-{group.split('.')[0]}-{version['name']}", bare(schema))


OUT.mkdir(parents=True, exist_ok=True)
kubernetes(pathlib.Path(sys.argv[1]))
for name in sys.argv[2:]:
    custom(pathlib.Path(name))
