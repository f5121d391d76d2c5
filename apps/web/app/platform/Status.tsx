import { plans } from '@tradewind/contract/plan'
import { data, Link, type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router'
import { useIsReady } from '#kit/browser/storedForm'
import { type Handle, useLanguageLink, usePage } from '#kit/page/page'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { areaOf } from './landing.ts'
import { type StatusCode, statusCodes, StatusView } from './StatusView.tsx'

export const handle: Handle = { hidden: true }

export const loader = ({ params }: LoaderFunctionArgs) => {
  const code = statusCodes.find((one) => one === params.code)
  if (!code) throw redirect('/status/404')
  return data(code, { status: Number(code) })
}

export default function Status() {
  const code = useLoaderData<StatusCode>()
  return <StatusView code={code}>{code === '403' && <Closed />}</StatusView>
}

/** Explains why the page is not accessible, with a link. The document is cached for everybody, so personal parts are rendered only in the browser. */
const Closed = () => {
  const reasonParam = useSearchParams()[0].get('because')
  return useIsReady() ? <Reason reason={reasonParam} /> : null
}

const Reason = ({ reason }: { reason: string | null }) => {
  const t = useText()
  const withLang = useLanguageLink()
  const { tenant } = usePage()
  const area = areaOf(useActor().roles)
  const plan = plans.find(({ key }) => key === reason)
  const reasonText = {
    staff: t('Only staff of {tenant} can open this page.', { tenant: tenant.name }),
    role: t('Your role does not include this page. An administrator of {tenant} can change your role.', { tenant: tenant.name }),
    permission: t('You need a permission for this. An administrator of {tenant} can grant it.', { tenant: tenant.name }),
    XG_ADMIN: t('You need a permission for this. Only the operators of this site can grant it.'),
    operator: t('Only the operators of this site can open this page.'),
  }[reason ?? '']
  const explanation = plan ? t('It is included in the plan {plan} and above.', { plan: t(plan.name) }) : reasonText
  return (
    <>
      {explanation && <p>{explanation}</p>}
      {plan && (
        <Link className="open-button" to={withLang('/pricing')}>
          {t('See the plans')}
        </Link>
      )}
      {area && (
        <Link className="open-button" to={area}>
          {t('My area')}
        </Link>
      )}
    </>
  )
}
