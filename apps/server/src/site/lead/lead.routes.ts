import { leadApi } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/lead.policy'
import { each } from '#kit/database/list'
import type { Database } from '#kit/database/database'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { allRows, crud } from '#kit/record/crud'
import { downloading, type Tickets } from '#kit/record/export'
import { history } from '#kit/record/history'
import { withRelations } from '#kit/record/withRelations'
import { convert } from './lead.convert.ts'
import { leadColumns, withOthers } from './lead.reading.ts'
import { leadEntity } from '#site/schema/lead.table'

const { list, get } = withRelations(leadEntity, withOthers)

const download = {
  path: '/api/lead/export',
  rules: leadPolicy.export,
  kind: 'lead',
  title: 'Leads',
  columns: () => leadColumns,
  rows: (asked: object, context: ReadContext) =>
    each(allRows(leadEntity, leadPolicy.export, asked, context), (rows) => withOthers(rows, context)),
}

export const leadRoutes = (appContext: { db: Database; tickets: Tickets }) =>
  routes(leadApi, {
    list,
    get,
    remove: crud(leadEntity).remove,
    convert,
    history: history(leadEntity, leadApi.history.who),
    ...downloading(download, appContext),
  })
