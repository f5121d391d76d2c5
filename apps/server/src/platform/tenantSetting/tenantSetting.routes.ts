import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import {
  tenantConfigurations as configurationCatalogue,
  tenantSettings as settingCatalogue,
} from '@tradewind/contract/platform/settingCatalogue'
import { tenantConfigurationApi, tenantSettingApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { manualTransaction, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { remakeLogo } from '#kit/picture/picture'
import type { Files } from '@tradewind/byte-store/files'
import { endDocument, keepLogo } from '#platform/document/document.queries'
import { type Catalogue, decide, type Deciding, listDecisions } from './tenantSetting.decide.ts'
import { tenantConfigurations, tenantSettings } from '#platform/schema/tenantSetting.table'

const settings: Catalogue = { kind: 'tenantSetting', specs: settingCatalogue, table: tenantSettings }
const configurations: Catalogue = {
  kind: 'tenantConfiguration',
  specs: configurationCatalogue,
  table: tenantConfigurations,
}

/** A picture that has made room for another, or for none, is gone. */
const update = async (catalogue: Catalogue, jobs: Jobs, deciding: Deciding, context: WriteContext) => {
  const { decision, before } = await decide(catalogue, deciding, context)
  if (decision.dataType === 'IMAGE' && before && before !== decision.value)
    await endDocument(jobs, context.tx, context.scope.tenantId, String(before))
  return decision
}

/** What a tenant admin decides. */
export const tenantSettingRoutes = ({ jobs }: { jobs: Jobs }) =>
  routes(tenantSettingApi, {
    list: (asked, { db }) => listDecisions(settings, asked, db),
    update: (deciding, context) => update(settings, jobs, deciding, context),
  })

/** What the super admin decides, for the own tenant or another. */
export const tenantConfigurationRoutes = ({ jobs, files }: { jobs: Jobs; files: Files }) =>
  routes(tenantConfigurationApi, {
    list: (asked, { db }) => listDecisions(configurations, asked, db),
    update: (deciding, context) => update(configurations, jobs, deciding, context),
    // Apart, so that no transaction waits for the picture to be made again.
    uploadLogo: manualTransaction(async ({ file }: { file: Uploaded }, { write }) => {
      const { png } = await remakeLogo(file.path)
      return write(async (context) => {
        const value = await keepLogo(files, context, file.filename, png)
        return update(configurations, jobs, { key: 'TENANT_LOGO', value }, context)
      })
    }),
  })
