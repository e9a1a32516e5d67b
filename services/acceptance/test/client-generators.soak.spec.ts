import { requireTool } from '@porchlight/testkit';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { account, clientWith, unique } from '../src/client';
import { readConnection } from '../src/stack-connection';

/** The generators with their versions; they come from the registries of their languages. */
const PYTHON_GENERATOR = 'openapi-python-client==0.29.1';
const GO_GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const JAVA_GENERATOR = 'org.openapitools:openapi-generator-cli:7.14.0';
/** 90 MB: not installed with the packages of the repository. libs/openapi runs redocly on every change. */
const LINTER = '@stoplight/spectral-cli@6.16.3';
const TIMEOUT_MS = 900_000;
const TYPE_ROOTS = resolve(__dirname, '../../../node_modules/@types');

const { baseUrl, caFile } = readConnection();
const { apiKey } = account(1).users.owner;
const folder = mkdtempSync(join(tmpdir(), 'porchlight-generators-'));
const description = join(folder, 'openapi.json');

const run = (command: string, given: readonly string[], cwd = folder, env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(command, given, {
    cwd,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1_024 * 1_024,
    env: {
      ...process.env,
      SSL_CERT_FILE: caFile,
      NODE_EXTRA_CA_CERTS: caFile,
      PORCHLIGHT_URL: `${baseUrl}/v1`,
      PORCHLIGHT_KEY: apiKey,
      LEAD_EMAIL: `${unique()}@example.com`,
      ...env,
    },
  });
const isInstalled = (command: string, given: readonly string[]): boolean => {
  try {
    execFileSync(command, given, { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
};
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** Downloads use the authorities of the machine, not that of the stack. */
const DOWNLOAD: NodeJS.ProcessEnv = {
  SSL_CERT_FILE: process.env['SSL_CERT_FILE'],
  NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
};

const PYTHON_PROGRAM = `
import base64, os, ssl, sys
from client import Client
from client.api.leads import create_event
from client.api.people import list_people
from client.models import NewEvent, PeoplePage
key = base64.b64encode((os.environ["PORCHLIGHT_KEY"] + ":").encode()).decode()
client = Client(base_url=os.environ["PORCHLIGHT_URL"], headers={"Authorization": "Basic " + key},
                verify_ssl=ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"]))
lead = NewEvent.from_dict({"source": "python", "type": "Property Inquiry",
    "person": {"firstName": "Ada", "emails": [{"value": os.environ["LEAD_EMAIL"]}]}})
sent = create_event.sync_detailed(client=client, body=lead)
page = list_people.sync_detailed(client=client, contacted=False, limit=1)
assert isinstance(page.parsed, PeoplePage), page
print(int(sent.status_code), int(page.status_code), len(page.parsed.people))
`;

const GO_PROGRAM = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"generated/client"
)

func main() {
	withKey := client.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth(os.Getenv("PORCHLIGHT_KEY"), "")
		return nil
	})
	api, err := client.NewClientWithResponses(os.Getenv("PORCHLIGHT_URL"), withKey)
	if err != nil {
		panic(err)
	}
	var lead client.NewEvent
	text := fmt.Sprintf(\`{"source": "go", "type": "Property Inquiry", "person": {"firstName": "Ada", "emails": [{"value": %q}]}}\`, os.Getenv("LEAD_EMAIL"))
	if err := json.Unmarshal([]byte(text), &lead); err != nil {
		panic(err)
	}
	sent, err := api.CreateEventWithResponse(context.Background(), nil, lead)
	if err != nil {
		panic(err)
	}
	contacted, limit := false, 1
	page, err := api.ListPeopleWithResponse(context.Background(), &client.ListPeopleParams{Contacted: &contacted, Limit: &limit})
	if err != nil {
		panic(err)
	}
	fmt.Println(sent.StatusCode(), page.StatusCode(), len(page.JSON200.People))
}
`;

const TYPESCRIPT_PROGRAM = `
import { Configuration, LeadsApi, PeopleApi } from './generated/index';
const configuration = new Configuration({
  basePath: process.env['PORCHLIGHT_URL']!, username: process.env['PORCHLIGHT_KEY']!, password: '' });
const main = async () => {
  const sent = await new LeadsApi(configuration).createEventRaw({ newEvent: { source: 'typescript', type: 'Property Inquiry',
    person: { firstName: 'Ada', emails: [{ value: process.env['LEAD_EMAIL']! }] } } });
  const page = await new PeopleApi(configuration).listPeopleRaw({ contacted: false, limit: 1 });
  console.log(sent.raw.status, page.raw.status, (await page.value()).people.length);
};
main().catch((error) => { console.error(error); process.exitCode = 1; });
`;

const JAVA_PROGRAM = `
import java.net.http.HttpClient;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Main {
  public static void main(String[] given) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("PORCHLIGHT_URL"));
    String key = java.util.Base64.getEncoder().encodeToString((System.getenv("PORCHLIGHT_KEY") + ":").getBytes());
    client.setRequestInterceptor(request -> request.header("Authorization", "Basic " + key));
    String text = "{\\"source\\": \\"java\\", \\"type\\": \\"Property Inquiry\\", \\"person\\": {\\"firstName\\": \\"Ada\\", \\"emails\\": [{\\"value\\": \\"" + System.getenv("LEAD_EMAIL") + "\\"}]}}";
    NewEvent lead = client.getObjectMapper().readValue(text, NewEvent.class);
    var sent = new LeadsApi(client).createEventWithHttpInfo(LeadsApi.APICreateEventRequest.newBuilder().newEvent(lead).build());
    var page = new PeopleApi(client).listPeopleWithHttpInfo(PeopleApi.APIListPeopleRequest.newBuilder().contacted(false).limit(1).build());
    System.out.println(sent.getStatusCode() + " " + page.getStatusCode() + " " + page.getData().getPeople().size());
  }
}
`;

/** Copies the jar of the generator for Java and TypeScript into the folder. */
const fetchJar = (): string => {
  const copy = ['-q', '-B', 'dependency:copy', `-Dartifact=${JAVA_GENERATOR}`, `-DoutputDirectory=${folder}`];
  run('mvn', copy, folder, DOWNLOAD);
  return join(folder, `${JAVA_GENERATOR.split(':').slice(1).join('-')}.jar`);
};
const generate = (language: string, output: string, further: readonly string[] = []): void => {
  const options = ['-g', language, '-i', description, '-o', join(folder, output), ...further];
  run('java', ['-Xmx1g', '-jar', fetchJar(), 'generate', ...options], folder, DOWNLOAD);
};

const hasJava = isInstalled('java', ['-version']) && isInstalled('mvn', ['-version']);

beforeAll(async () => {
  const { body } = await clientWith({}).get('/v1/openapi.json');
  writeFileSync(description, JSON.stringify(body));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SENT_AND_LISTED = /^201 200 1$/m;

describe('spectral', () => {
  it(
    'has no finding in the description',
    () => {
      write('spectral.yml', 'extends: ["spectral:oas"]\n');
      const lint = ['spectral', 'lint', '--ruleset', 'spectral.yml', '--fail-severity', 'hint', description];
      const output = run('npm', ['exec', '--yes', `--package=${LINTER}`, '--', ...lint], folder, DOWNLOAD);
      expect(output).toContain("No results with a severity of 'hint' or higher found!");
    },
    TIMEOUT_MS,
  );
});

requireTool('Python', isInstalled('python3', ['-m', 'venv', '--help'])).describe('openapi-python-client', () => {
  it(
    'generates a client that sends a lead and lists with a boolean filter',
    () => {
      run('python3', ['-m', 'venv', 'venv']);
      const bin = join(folder, 'venv', 'bin');
      run(join(bin, 'pip'), ['install', '-q', PYTHON_GENERATOR, 'ruff'], folder, DOWNLOAD);
      const output = run(
        join(bin, 'openapi-python-client'),
        ['generate', '--path', description, '--output-path', 'client', '--meta', 'none'],
        folder,
        { PATH: `${bin}:${process.env['PATH'] ?? ''}` },
      );
      expect(output).not.toMatch(/warning|error/i);
      write('main.py', PYTHON_PROGRAM);
      expect(run(join(bin, 'python'), ['main.py'])).toMatch(SENT_AND_LISTED);
    },
    TIMEOUT_MS,
  );
});

requireTool('Go', isInstalled('go', ['version'])).describe('oapi-codegen', () => {
  it(
    'generates a client that compiles, sends a lead and lists with a boolean filter',
    () => {
      const root = join(folder, 'go');
      mkdirSync(join(root, 'client'), { recursive: true });
      const code = run(
        'go',
        ['run', GO_GENERATOR, '-generate', 'types,client', '-package', 'client', description],
        folder,
        DOWNLOAD,
      );
      write('go/client/client.go', code);
      write('go/main.go', GO_PROGRAM);
      run('go', ['mod', 'init', 'generated'], root, DOWNLOAD);
      run('go', ['mod', 'tidy'], root, DOWNLOAD);
      run('go', ['build', '-o', 'main', '.'], root, DOWNLOAD);
      expect(run(join(root, 'main'), [], root)).toMatch(SENT_AND_LISTED);
    },
    TIMEOUT_MS,
  );
});

requireTool('Java and Maven', hasJava).describe('openapi-generator', () => {
  it(
    'generates a client for TypeScript that compiles, sends a lead and lists with a boolean filter',
    () => {
      generate('typescript-fetch', 'typescript/generated');
      write('typescript/main.ts', TYPESCRIPT_PROGRAM);
      const root = join(folder, 'typescript');
      const options = [
        '--module',
        'commonjs',
        '--target',
        'es2022',
        '--lib',
        'es2022,dom',
        '--types',
        'node',
        '--skipLibCheck',
      ];
      const compiler = require.resolve('typescript/bin/tsc');
      run(
        process.execPath,
        [compiler, 'main.ts', '--outDir', 'out', '--strict', '--typeRoots', TYPE_ROOTS, ...options],
        root,
      );
      expect(run(process.execPath, ['out/main.js'], root)).toMatch(SENT_AND_LISTED);
    },
    TIMEOUT_MS,
  );

  it(
    'generates a client for Java that compiles, sends a lead and lists with a boolean filter',
    () => {
      generate('java', 'java', ['--library', 'native', '--additional-properties', 'useSingleRequestParameter=true']);
      write('java/src/main/java/Main.java', JAVA_PROGRAM);
      const root = join(folder, 'java');
      const build = [
        '-q',
        '-B',
        '-DskipTests',
        'compile',
        'dependency:build-classpath',
        '-Dmdep.outputFile=classpath.txt',
      ];
      run('mvn', build, root, DOWNLOAD);
      const store = join(folder, 'trust.p12');
      const authority = ['-importcert', '-noprompt', '-alias', 'stack', '-file', caFile, '-keystore', store];
      run('keytool', [...authority, '-storepass', 'changeit']);
      const trust = [`-Djavax.net.ssl.trustStore=${store}`, '-Djavax.net.ssl.trustStorePassword=changeit'];
      const classpath = run('cat', ['classpath.txt'], root).trim();
      expect(run('java', [...trust, '-cp', `target/classes:${classpath}`, 'Main'], root)).toMatch(SENT_AND_LISTED);
    },
    TIMEOUT_MS,
  );
});
