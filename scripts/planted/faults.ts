/** The paths and texts of a small file tree. */
type Files = Record<string, string>

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const importing = (specifier: string) => `import { x } from '${specifier}'\nexport const y = x\n`
const x = 'export const x = 1\n'

/** Files that follow every rule, and that the faulty ones import. */
export const clean: Files = {
  'packages/contract/src/crm/company.contract.ts': importing('zod'),
  'packages/contract/src/kit/page.ts': importing('../roles.ts'),
  'packages/contract/src/roles.ts': importing('zod'),
  'packages/contract/src/trust/review.contract.ts': importing('../crm/company.contract.ts'),
  'packages/contract/src/crm/company.test.ts': importing('fast-check'),
  'apps/server/src/appContext.ts': importing('#platform/user/user.routes'),
  'apps/server/src/app.ts': importing('#crm/company.feature'),
  'apps/server/src/kit/routes.ts': importing('@tradewind/contract/kit/page'),
  'apps/server/src/kit/database/database.ts': importing('pg'),
  'apps/server/src/kit/database/scoped.ts': "export const setScope = `select set_config('app.tenant_id', $1, true)`\n",
  'apps/server/src/kit/jobs.ts': "import type { Client } from 'pg'\nexport type Held = Client[]\n",
  'apps/server/test/app.ts': importing('pg'),
  'apps/server/test/people.ts': importing('#crm/schema/contact.table'),
  'apps/server/test/setup.ts': 'export default 1\n',
  'apps/server/src/services/mail.ts': importing('#kit/routes'),
  'packages/embedded-postgres/src/postgres.ts': importing('pg'),
  'apps/server/src/connect.ts': importing('pg'),
  'apps/web/app/kit/page/raw.tsx': "export const Raw = () => <p dangerouslySetInnerHTML={{ __html: '' }} />\n",
  'apps/server/src/platform/user/user.routes.ts': importing('#kit/routes'),
  'apps/server/src/platform/user/user.queries.ts': importing('#kit/routes'),
  'apps/server/src/crm/company.feature.ts':
    "import type { x as AppContext } from '../appContext.ts'\nimport { y } from './company/company.routes.ts'\nexport const x = (of: typeof AppContext) => [of, y]\n",
  'apps/server/src/crm/company/company.routes.ts': importing('#crm/schema/contact.table'),
  'apps/server/src/crm/company/company.jobs.ts': importing('./company.routes.ts'),
  'apps/server/src/crm/company/company.mail.ts': importing('#platform/user/user.queries'),
  'apps/server/src/crm/company/company.test.ts': importing('../../../test/app.ts'),
  'apps/server/src/crm/schema/contact.table.ts': importing('drizzle-orm'),
  'apps/server/src/operations/trash.ts': importing('#crm/company/company.routes'),
  'apps/web/app/ui/Named.tsx':
    'export const A = () => (\n  <button type="button" aria-label="Next" title="Next">\n    →\n  </button>\n)\n',
  'apps/web/app/routes.ts': "import { x } from './crm/company/company.screens.ts'\nexport default x\n",
  'apps/web/app/crm/company/company.screens.ts': importing('./CompanyList.tsx'),
  'apps/web/app/crm/company/CompanyList.tsx': "import { x } from '#ui/Table'\nexport default () => <p>{x}</p>\n",
  'apps/web/app/trust/Audience.tsx': importing('#crm/company/company.screens'),
  'apps/web/app/ui/Table.tsx': importing('#kit/api'),
  'apps/web/app/kit/api.ts': importing('@tradewind/contract/kit/page'),
}

interface Fault {
  /** The rule that must report the first of the files; no other rule may. */
  rule: string
  files: Files
}

const boundary = (path: string, specifier: string): Fault => ({
  rule: 'tradewind(boundaries)',
  files: { [path]: importing(specifier) },
})
const one = (rule: string, path: string, text: string): Fault => ({ rule, files: { [path]: text } })

/** One planted fault for each rule, by the sentence of the rule. */
export const faults: Record<string, Fault> = {
  'the contract imports zod alone': boundary('packages/contract/src/fault/library.ts', 'fastify'),
  'the contract imports no server': boundary(
    'packages/contract/src/fault/server.ts',
    '../../../../apps/server/src/kit/routes.ts',
  ),
  'a test of the contract imports no web': boundary(
    'packages/contract/src/fault/fault.test.ts',
    '../../../../apps/web/app/kit/api.ts',
  ),
  'a package imports no app': boundary('packages/embedded-postgres/src/kit.ts', '../../../apps/server/src/kit/routes.ts'),
  'a package imports no other package': boundary('packages/embedded-postgres/src/contract.ts', '@tradewind/contract/kit/page'),
  'the web imports no package of the server': boundary('apps/web/app/ui/postgres.ts', '@tradewind/embedded-postgres/postgres'),
  'the web imports no server': boundary('apps/web/app/ui/server.ts', '../../../server/src/kit/routes.ts'),
  'the web imports no drizzle': boundary('apps/web/app/ui/drizzle.ts', 'drizzle-orm/pg-core'),
  'the web imports no fastify': boundary('apps/web/app/kit/fastify.ts', '@fastify/static'),
  'the web imports no pg': boundary('apps/web/app/kit/boss.ts', 'pg-boss'),
  'the server kit imports no module': boundary('apps/server/src/kit/module.ts', '#crm/schema/contact.table'),
  'the web kit imports no module': boundary('apps/web/app/kit/module.ts', '../crm/company/company.screens.ts'),
  'the ui imports no module': boundary('apps/web/app/ui/Module.tsx', '#crm/company/CompanyList'),
  'a service imports no module': boundary('apps/server/src/services/mail/module.ts', '#crm/schema/contact.table'),
  'a service imports nothing of the whole': boundary('apps/server/src/services/mail/app.ts', '../../connect.ts'),
  'a module imports nothing of the whole': boundary('apps/server/src/crm/fault/app.ts', '../../app.ts'),
  'a manifest imports the type of AppContext alone': boundary('apps/server/src/crm/fault.feature.ts', '../appContext.ts'),
  'a module imports none above it': boundary('apps/server/src/platform/fault/above.ts', '#crm/company/company.queries'),
  'the drive knows the platform alone': boundary('apps/server/src/drive/fault/crm.ts', '#crm/schema/contact.table'),
  'the contract goes the same way': boundary('packages/contract/src/crm/fault.ts', '../trust/review.contract.ts'),
  'the kit of the contract knows no module': boundary('packages/contract/src/kit/fault.ts', '../crm/company.contract.ts'),
  'an application goes the way of the contract': boundary(
    'apps/web/app/crm/fault/Above.tsx',
    '@tradewind/contract/trust/review.contract',
  ),
  'the kit knows the kit and the platform of the contract': boundary(
    'apps/web/app/kit/fault.ts',
    '@tradewind/contract/crm/company.contract',
  ),
  "a module imports no other module's routes": boundary('apps/server/src/trust/fault/routes.ts', '#crm/company/company.routes'),
  "a module imports no other module's jobs": boundary('apps/server/src/trust/fault/jobs.ts', '../../crm/company/company.jobs.ts'),
  'a table knows no feature': boundary('apps/server/src/crm/schema/fault.table.ts', '#crm/company/company.queries'),
  'a screen imports none of a module above': boundary('apps/web/app/platform/fault/Other.tsx', '#crm/company/CompanyList'),
  'a screen imports no route list': boundary('apps/web/app/crm/fault/Routes.tsx', '../../routes.ts'),
  'a script imports no module': boundary('scripts/fault.ts', '../apps/server/src/crm/company/company.routes.ts'),
  'a query opens no connection of its own': boundary('apps/server/src/crm/fault/fault.queries.ts', 'pg'),
  'a dynamic import is an import': one(
    'tradewind(boundaries)',
    'apps/web/app/ui/dynamic.ts',
    "export const load = () => import('../crm/company/company.screens.ts')\n",
  ),
  'an imported type is an import': one(
    'tradewind(boundaries)',
    'apps/web/app/ui/type.ts',
    "export type Screens = typeof import('../crm/company/company.screens.ts')\n",
  ),
  'no barrels of everything': one('tradewind(no-barrel)', 'apps/web/app/ui/all.ts', "export * from './Table.tsx'\n"),
  'no barrels of names': one('tradewind(no-barrel)', 'apps/web/app/ui/names.ts', "export { y } from './Table.tsx'\n"),
  'no cycles': {
    rule: 'import(no-cycle)',
    files: {
      'apps/server/src/kit/hen.ts': importing('#kit/egg'),
      'apps/server/src/kit/egg.ts': "import { y } from '#kit/hen'\nexport const x = () => y\n",
    },
  },
  'no cycles in the web, whichever ending an import path leaves out': {
    rule: 'import(no-cycle)',
    files: {
      'apps/web/app/ui/Bud.tsx': importing('#ui/blossom'),
      'apps/web/app/ui/blossom.ts': "import { y } from '#ui/Bud'\nexport const x = () => y\n",
    },
  },
  'no cycles of types': {
    rule: 'import(no-cycle)',
    files: {
      'apps/server/src/kit/ring.ts': "import type { B } from './stone.ts'\nexport type A = B | 1\n",
      'apps/server/src/kit/stone.ts': "import type { A } from './ring.ts'\nexport type B = A[] | 2\n",
    },
  },
  'no default export in server code': one('import(no-default-export)', 'apps/server/src/kit/default.ts', 'export default 1\n'),
  'no default export in the ui': one(
    'import(no-default-export)',
    'apps/web/app/ui/Default.tsx',
    'export default () => <p>1</p>\n',
  ),
  'no any': one('typescript(no-explicit-any)', 'apps/server/src/kit/any.ts', 'export const a = (value: any) => Boolean(value)\n'),
  'no promise left alone': one(
    'typescript(no-floating-promises)',
    'apps/server/src/kit/floating.ts',
    'export const a = () => {\n  fetch("/")\n}\n',
  ),
  'no promise where a plain answer is wanted': one(
    'typescript(no-misused-promises)',
    'apps/server/src/kit/misused.ts',
    'export const a = async (ask: () => Promise<boolean>) => {\n  await ask()\n  return ask() ? 1 : 2\n}\n',
  ),
  'hooks stand at the top': one(
    'react-hooks(rules-of-hooks)',
    'apps/web/app/ui/Hooks.tsx',
    "import { useState } from 'react'\nexport const A = ({ on }: { on: boolean }) => {\n  if (on) return <p>{useState(1)[0]}</p>\n  return <p>off</p>\n}\n",
  ),
  'effects name what they read': one(
    'react-hooks(exhaustive-deps)',
    'apps/web/app/ui/Effects.tsx',
    "import { useEffect } from 'react'\nexport const A = ({ name }: { name: string }) => {\n  useEffect(() => {\n    document.title = name\n  }, [])\n  return <p>{name}</p>\n}\n",
  ),
  'a picture has a text': one(
    'jsx-a11y(alt-text)',
    'apps/web/app/ui/Picture.tsx',
    'export const A = () => <img src="/a.png" />\n',
  ),
  'an icon alone is no name of a button': one(
    'tradewind(icon-name)',
    'apps/web/app/ui/IconButton.tsx',
    'import { ActionIcon } from \'@mantine/core\'\nexport const A = () => <ActionIcon aria-label="Delete">{1}</ActionIcon>\n',
  ),
  'an arrow alone is no name of a button': one(
    'tradewind(icon-name)',
    'apps/web/app/ui/Arrow.tsx',
    'export const A = () => (\n  <button type="button" aria-label="Next">\n    →\n  </button>\n)\n',
  ),
  'a scope is told by one file': one(
    'tradewind(scope)',
    'apps/server/src/kit/record/scope.ts',
    "export const enter = (id: string) => `select set_config('app.tenant_id', '${id}', true)`\n",
  ),
  'a scope is told by one file, also as a cluster hears it': one(
    'tradewind(scope)',
    'apps/server/src/kit/record/setLocal.ts',
    "export const enter = (id: string) => 'set local app.tenant_id = ' + id\n",
  ),
  'no raw HTML': one(
    'react(no-danger)',
    'apps/web/app/ui/Raw.tsx',
    "export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />\n",
  ),
  'a file has 400 lines at most': one(
    'eslint(max-lines)',
    'apps/server/src/kit/long.ts',
    lines(401, (index) => `export const a${index} = ${index}`),
  ),
  'a function has 60 lines at most': one(
    'eslint(max-lines-per-function)',
    'apps/server/src/kit/function.ts',
    `export const a = (log: (line: number) => void) => {\n${lines(59, (index) => `  log(${index})`)}\n}\n`,
  ),
  'a component has 80 lines at most': one(
    'eslint(max-lines-per-function)',
    'apps/web/app/ui/Component.tsx',
    `export const A = () => (\n  <ol>\n${lines(77, (index) => `    <li>${index}</li>`)}\n  </ol>\n)\n`,
  ),
  'a function has twelve ways at most': one(
    'eslint(complexity)',
    'apps/server/src/kit/complex.ts',
    `export const a = (value: number) => {\n${lines(12, (index) => `  if (value === ${index}) return 'n${index}'`)}\n  return 'none'\n}\n`,
  ),
  'a suppression that suppresses nothing goes': one(
    'Unused oxlint-disable directive (no problems were reported).',
    'apps/server/src/kit/suppressed.ts',
    `// oxlint-disable-next-line no-debugger\n${x}`,
  ),
}
