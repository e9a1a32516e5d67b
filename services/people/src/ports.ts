import type { Activity } from './activity';
import type { Imports } from './imports';
import type { Leads } from './leads';
import type { People } from './people';
import type { Plans } from './plans';
import type { Service } from './service';
import type { Settings } from './settings';

/** What operations work with, by name: the shared parts of the service and the stores of its features. */
export type Ports = Service & Settings & Plans & Leads & People & Activity & Imports;
