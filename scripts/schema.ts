/** Keeps db/schema.sql as the migrations make it, for people to read; without --write it only compares. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { describeSchema } from './describe-schema.ts';
import { ROOT } from './steps.ts';

const FILE = join(ROOT, 'db/schema.sql');
