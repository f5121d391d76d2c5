import { expect } from '@playwright/test'
import type { FailedJob, FailedJobDetails, OperatorBackup, OperatorNode } from '@tradewind/contract/operations/operator.contract'
import { signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { test } from './kit/test.ts'
import { superAdmin } from './kit/users.ts'

const hoursAgo = (hours: number) => new Date(Date.UTC(2026, 2, 4, hours)).toISOString()
const silentNode: OperatorNode = {
  uniqueId: crypto.randomUUID(),
  name: 'node-of-the-second-machine-at-the-harbour',
  role: 'worker',
  version: '0.7.0-12345678',
  startedAt: hoursAgo(1),
  seenAt: hoursAgo(8),
  isSilent: true,
  connections: 17,
  connectionsMax: 23,
  live: 9876,
  memory: 812_345_678,
  replicas: [
    { name: '10.0.0.12:5432', lag: 0.04, isRead: true },
    { name: 'replica-of-the-second-machine-at-the-harbour.example:5432', lag: 61.3, isRead: false },
  ],
}
const failedJob: FailedJob = {
  uniqueId: crypto.randomUUID(),
  queue: 'company.import',
  dateCreated: hoursAgo(7),
  failedAt: hoursAgo(8),
  attempts: 3,
  tenantName: 'Nordhaven Trading',
  problem: 'TypeError',
}
const details: FailedJobDetails = {
  ...failedJob,
  places: ['at work (file:///srv/tradewind/apps/server/src/crm/company/company.job.ts:41:13)'],
  data: [
    { name: 'tenantId', value: crypto.randomUUID() },
    { name: 'note', value: null },
  ],
}
const backup: OperatorBackup = {
  uniqueId: crypto.randomUUID(),
  backup: 'one',
  takenAt: hoursAgo(6),
  endedAt: hoursAgo(7),
  place: 's3://a-bucket-with-a-long-name/backups/production',
  rows: 1_234_567,
  files: 45_678,
  missing: 2,
  verifiedAt: null,
}

const totalHeader = (count: number) => ({ 'x-total-count': String(count) })

test('a super admin sees the state of the installation, and inspects, retries and drops failed jobs', async ({ page }) => {
  test.slow()
  await signInWithCalls(page, superAdmin)
  await page.goto('/superAdmin/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Operation', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operation' })).toBeVisible()
  const nodes = page.getByRole('region', { name: 'Nodes' })
  await expect(nodes.getByText('Running').first()).toBeVisible()
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect(settings.getByText('APP_SECRET')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Migrations' }).getByText('None is pending')).toBeVisible()
  await takeScreenshots(page, 'operation')

  let jobs = [failedJob]
  const asked: string[] = []
  await page.route('**/api/operator/node/**', (route) => route.fulfill({ json: [silentNode], headers: totalHeader(1) }))
  await page.route('**/api/operator/backup/**', (route) => route.fulfill({ json: [backup], headers: totalHeader(1) }))
  await page.route('**/api/operator/storage', (route) =>
    route.fulfill({
      status: 503,
      json: { responseStatus: 'ERROR', message: 'We will be back in a moment. Please try again.', data: {} },
    }),
  )
  await page.route('**/api/operator/job/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET') {
      asked.push(`${request.method()} ${pathname.replace(failedJob.uniqueId, ':id')}`)
      jobs = []
      return route.fulfill({ json: { responseStatus: 'SUCCESS', message: 'Done', data: { uniqueId: failedJob.uniqueId } } })
    }
    if (pathname.endsWith(failedJob.uniqueId))
      return route.fulfill({ json: { responseStatus: 'SUCCESS', message: '', data: details } })
    return route.fulfill({ json: jobs, headers: totalHeader(jobs.length) })
  })
  await page.reload()
  await expect(nodes.getByText('Silent')).toBeVisible()
  const replicas = nodes.getByRole('table', { name: 'Replicas' })
  await expect(replicas.getByText('Not in use')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Backups' }).getByText('Not verified')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Storage' }).getByRole('button', { name: /again/i })).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'operation-failing')

  const look = page.getByRole('button', { name: 'Look at a job of company.import' })
  await look.click()
  const dialog = page.getByRole('dialog', { name: 'company.import' })
  await expect(dialog.getByText('company.job.ts:41:13')).toBeVisible()
  await expect(dialog.getByText('Hidden')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'operation-job')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No jobs have failed for good.')).toBeVisible()

  jobs = [failedJob]
  await page.reload()
  await look.click()
  await dialog.getByRole('button', { name: 'Drop' }).click()
  await page.getByRole('dialog', { name: 'Drop this job?' }).getByRole('button', { name: 'Drop' }).click()
  await expect(page.getByText('No jobs have failed for good.')).toBeVisible()
  expect(asked).toEqual(['POST /api/operator/job/retry', 'DELETE /api/operator/job/:id'])
})
