import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { root } from './run.ts'

// Runs the app behind each proxy of deploy/ that is installed here, with its file unchanged except for names and ports, and tests what a proxy can break.

const folder = mkdtempSync(join(tmpdir(), 'tradewind-proxies-'))
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const makeCertificate = () => {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,DNS:nordhaven.localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...names],
    { stdio: 'ignore' },
  )
  setDefaultCACertificates([readFileSync(cert, 'utf8')])
}

interface Started {
  name: string
  stop: () => Promise<void>
}

const startApp = (name: string, command: string, options: string[], env: NodeJS.ProcessEnv = {}): Started => {
  const child = spawn(command, options, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  return {
    name,
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const textOf = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')

const nginx = (port: number, app: number, plain: number) => {
  const site = textOf('nginx/tradewind.conf')
    .replace(/listen 80;/, `listen 127.0.0.1:${plain};`)
    .replace(/listen 443 /, `listen 127.0.0.1:${port} `)
    .replace(/(ssl_certificate) .*;/, `$1 ${cert};`)
    .replace(/(ssl_certificate_key) .*;/, `$1 ${key};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${app}`)
  const cached = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} pid ${folder}/nginx.pid; error_log stderr warn; events {}\nhttp { access_log off;\n${cached}\n${site} }`,
  )
  return startApp('nginx', 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'])
}

const caddy = (port: number, app: number) => {
  const site = textOf('caddy/Caddyfile')
    .replace('crm.example.com {', `https://localhost:${port}, https://nordhaven.localhost:${port} {\n\ttls ${cert} ${key}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${app}`)
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${site}`,
  )
  return startApp('caddy', 'caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], { HOME: folder })
}

const isInstalled = (command: string) => {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const until = async (address: string) => {
  for (let left = 600; left > 0; left--) {
    if (
      await fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await rest(200)
  }
  throw new Error(`${address} was not ready in time`)
}

/** Requests with another host name than that of the connection. */
const requestHost = (port: number, host: string, path: string) =>
  new Promise<string>((resolve, reject) => {
    const response = request(
      { host: '127.0.0.1', servername: host, port, path, headers: { host: `${host}:${port}` } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve(text))
      },
    )
    response.on('error', reject).end()
  })

const assert = (isTrue: boolean, what: string) => {
  if (!isTrue) throw new Error(what)
  console.log(`  ✓ ${what}`)
}

interface Signed {
  address: string
  headers: { authorization: string }
}

const signIn = async (address: string): Promise<Signed> => {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'pro@tradewind.test', password: 'Tradewind-demo-1' }),
  })
  const { data } = (await answer.json()) as { data: { accessToken: string } }
  return { address, headers: { authorization: `Bearer ${data.accessToken}` } }
}

const SIZE = 15 * 1024 * 1024

const upload = async ({ address, headers }: Signed) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(SIZE).fill(7)]), `large-${Date.now()}.bin`)
  const answer = await fetch(`${address}/api/files/upload`, { method: 'POST', headers, body: form })
  const body = (await answer.json()) as { data?: { uniqueId: string }[] }
  if (!answer.ok) throw new Error(`the upload was refused: ${JSON.stringify(body)}`)
  assert(body.data?.length === 1, 'an upload of 15 MB arrives')
  return body.data![0]!.uniqueId
}

const range = async ({ address, headers }: Signed, id: string) => {
  const answer = await fetch(`${address}/api/files/download/${id}`, { headers: { ...headers, range: 'bytes=1000-1999' } })
  const bytes = await answer.arrayBuffer()
  assert(answer.status === 206 && bytes.byteLength === 1000, 'a byte range is that range alone')
  assert(answer.headers.get('content-range') === `bytes 1000-1999/${SIZE}`, 'and says of how much')
}

const socket = async ({ address, headers }: Signed) => {
  const open = new WebSocket(`${address.replace('https', 'wss')}/ws`, ['v12.stomp'])
  await once(open, 'open')
  open.send(`CONNECT\naccept-version:1.2\nhost:localhost\nAuthorization:${headers.authorization}\n\n\0`)
  const [{ data }] = (await once(open, 'message')) as [MessageEvent]
  open.close()
  assert(String(data).startsWith('CONNECTED'), 'the WebSocket opens and signs in')
}

const check = async (port: number) => {
  const address = `https://localhost:${port}`
  await until(address)
  const signed = await signIn(address)
  await range(signed, await upload(signed))
  await socket(signed)
  const statusOf = async (path: string, headers = {}) => (await fetch(`${address}${path}`, { headers })).status
  assert((await statusOf('/api/company/?page=0&size=5', signed.headers)) === 200, 'a list is answered')
  assert(
    (await statusOf('/metrics', { authorization: 'Bearer 0123456789abcdef' })) === 404,
    '/metrics is not to be had from outside',
  )
  const [own, other] = [await requestHost(port, 'localhost', '/'), await requestHost(port, 'nordhaven.localhost', '/')]
  assert(other.includes('Nordhaven') && !own.includes('Nordhaven'), 'a tenant is found by its domain')
}

makeCertificate()
mkdirSync(join(folder, 'data'))
const appPort = await freePort()
const env = { PORT: String(appPort), DATA_DIR: join(folder, 'data'), TRUST_PROXY: '1', METRICS_TOKEN: '0123456789abcdef' }
const app = startApp('the app', process.execPath, ['apps/server/src/main.ts'], env)
try {
  await until(`http://127.0.0.1:${appPort}`)
  for (const proxy of [nginx, caddy]) {
    if (!isInstalled(proxy.name)) {
      console.log(`${proxy.name} is not installed: left out`)
      continue
    }
    console.log(proxy.name)
    const port = await freePort()
    const started = proxy(port, appPort, await freePort())
    try {
      await check(port)
    } finally {
      await started.stop()
    }
  }
} finally {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
}
