import type { AssessmentCategory } from '@tradewind/contract/site/assessment.constants'
import { assessmentApi } from '@tradewind/contract/site/assessment.contract'
import type { TestApp, TestUser } from '../app.ts'

/** A visitor's details, as the contact form sends them. */
export const sampleVisitor = {
  email: 'vera@visitor.example',
  title: 'Managing director',
  firstName: 'Vera',
  lastName: 'Canary',
  country: 'Italy',
  contactNumber: '+39 02 5550 123',
}

/** The self-assessment of one tenant: creates its questions and submits answers, each from an IP address of its own. */
export const openAssessment = async (app: TestApp, over: Parameters<TestApp['tenant']>[1] = {}) => {
  const { uniqueId: tenantId } = await app.tenant(`Tenant ${crypto.randomUUID()}`, over)
  const chief = await app.someone('ROLE_TENANT_ADMIN', { tenantId, permissions: ['XG_ADMIN'] })
  let addressCount = 0
  const there = () => ({ 'x-tenant': tenantId, 'x-forwarded-for': `10.${(addressCount >> 8) % 256}.${addressCount++ % 256}.7` })
  const ask = (question: string, category: AssessmentCategory = 'LEADERSHIP') =>
    app.as(chief).call(assessmentApi.createQuestion, { category, question })
  const asked = () => app.as(undefined).call(assessmentApi.tenant, {}, { 'x-tenant': tenantId })
  const answers = async (score: (at: number) => number = () => 4) =>
    (await asked()).map(({ uniqueId: questionId }, at) => ({ questionId, score: score(at) }))

  const send = (given: object, who?: TestUser, headers: Record<string, string> = there()) =>
    app.as(who).send(assessmentApi.submit, given, headers)
  /** Submits answers and returns the new result with its token. */
  const submit = async (given: object = {}, who?: TestUser) => {
    const { statusCode, json } = await send({ ...(who ? {} : sampleVisitor), answers: await answers(), ...given }, who)
    if (statusCode !== 200) throw Object.assign(new Error(json().message), { status: statusCode, data: json().data })
    const [newest] = await kept()
    return { ...newest!, token: app.appContext.links.tokenOf(tenantId, newest!.uniqueId) }
  }
  const kept = () => app.as(chief).call(assessmentApi.answers, {})
  const result = (token: string, headers: Record<string, string> = there(), lang?: string) =>
    app.as(undefined).send(assessmentApi.result, { token, ...(lang && { lang }) }, headers)
  const jobs = async () =>
    (await app.asOwner(
      `select data from pgboss.job where name = 'auditQuestion.assessment' and data->>'tenantId' = $1 order by data->>'to'`,
      [tenantId],
    )) as unknown as { data: object }[]
  /** All letters of the tenant, as its jobs write them. */
  const letters = async () => {
    for (const { data } of await jobs()) await app.work('auditQuestion.assessment', data)
    const all = await app.appContext.mail.mailbox!()
    return all.filter((one) => one.tenantId === tenantId).toSorted((one, other) => one.to.localeCompare(other.to))
  }
  return { tenantId, chief, there, ask, asked, answers, send, submit, kept, result, jobs, letters }
}
export type AssessmentHelpers = Awaited<ReturnType<typeof openAssessment>>
