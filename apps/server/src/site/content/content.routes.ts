import { contentApi } from '@tradewind/contract/site/content.contract'
import { routes } from '#kit/http/routes'
import { history } from '#kit/record/history'
import { contentEntity } from '#site/schema/content.table'
import { picture } from './picture.read.ts'
import { list } from './list.ts'
import { get, readAt } from './read.ts'
import { approve } from './review.ts'
import { create, base, type Needs, update } from './write.ts'

/** The knowledge centre. Bodies leave the server in `reading/shown` alone. */
export const contentRoutes = (needs: Needs) =>
  routes(contentApi, {
    list: list(needs),
    get: get(needs),
    slug: readAt(needs),
    picture: picture(needs.files),
    create: create(needs),
    update: update(needs),
    remove: base.remove,
    approve: approve(needs),
    history: history(contentEntity, contentApi.history.who),
  })
