import { chmod, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '../../config';

/** The operating system user PostgreSQL runs as. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Whom to run PostgreSQL as: null = as ourselves. PostgreSQL refuses to run as root, so for root it is the owner of an
 * existing cluster, else the user `postgres`, else `nobody`.
 *
 * @throws StartupError when we are root and there is no such user
 */
export async function chooseServerUser(clusterDir: string): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const users = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  const owner = await stat(clusterDir).catch(() => null);
  if (owner && owner.uid !== 0) {
    const name = users.find(user => user.uid === owner.uid)?.name ?? `with id ${owner.uid}`;
    return { name, uid: owner.uid, gid: owner.gid };
  }
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (!user) {
    throw new StartupError(
      'PostgreSQL refuses to run as root, and /etc/passwd has neither a user "postgres" nor "nobody" to run it as. ' +
        'Start as an ordinary user, or point DATABASE_URL at a server.',
    );
  }
  return user;
}

function parsePasswd(text: string): ServerUser[] {
  return text.split('\n').map(line => {
    const [name, , uid, gid] = line.split(':');
    return { name: name ?? '', uid: Number(uid), gid: Number(gid) };
  });
}

/**
 * Lets the server's user pass the data folder, which stays ours: the secrets in it are none of the server's business.
 *
 * @throws StartupError naming the parent folder that the user cannot pass
 */
export async function letPass(dataDir: string, user: ServerUser): Promise<void> {
  for (const parent of parentsOf(dataDir)) {
    if (mayPass(await stat(parent), user)) continue;
    throw new StartupError(
      `PostgreSQL runs as the user ${user.name} when the program is started by root, and that user cannot pass the ` +
        `folder ${parent}, so it cannot reach the data in ${dataDir}. Set DATA_DIR to a folder everyone can pass, ` +
        'such as /var/lib/gapless, or start the program as an ordinary user.',
    );
  }
  const folder = await stat(dataDir);
  if (!mayPass(folder, user)) await chmod(dataDir, (folder.mode & 0o7777) | 0o111);
}

function parentsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [...parentsOf(parent), parent];
}

function mayPass(folder: Stats, user: ServerUser): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/** Hands a folder with all it holds to the server's user. */
export async function handOver(path: string, user: ServerUser | null): Promise<void> {
  if (!user) return;
  await lchown(path, user.uid, user.gid);
  if (!(await stat(path)).isDirectory()) return;
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await handOver(child, user);
    else await lchown(child, user.uid, user.gid);
  }
}
