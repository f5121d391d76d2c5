import { expect, type Page } from '@playwright/test'
import { admin, type Caller, newCompany, newName, signInWithCalls } from './kit/api.ts'
import { expectAccessible, takeScreenshots } from './kit/looks.ts'
import { navigateTo } from './kit/navigate.ts'
import { test } from './kit/test.ts'

interface Colleague {
  uniqueId: string
  fullName: string
  emailAddress: string
}

const level2 = 'level2@tradewind.test'
const colleague = async (call: Caller) =>
  (await call<Colleague[]>('GET', '/api/admin/options')).find(({ emailAddress }) => emailAddress === level2)!

const newProject = async (call: Caller, more: object = {}) => {
  const project = await call('POST', '/api/project/', { name: newName('Hafenausbau'), ...more })
  return { name: project.name!, uniqueId: project.uniqueId! }
}

const newContact = (call: Caller, companyId: string | undefined, lastName: string) =>
  call('POST', '/api/contact/', {
    firstName: 'Heike',
    lastName,
    title: 'Head of Purchasing',
    contactRole: 'DECISION_MAKER',
    companyId,
    email: `${lastName.toLowerCase()}@nord.example`,
  })

const addToProject = (call: Caller, project: string, company: string | undefined, more: object = {}) =>
  call('POST', '/api/projectCompany/', { project, company, ...more })

const chooseOption = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}
const chooseLevel = async (page: Page, label: string, level: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: level, exact: true }).click()
}
const actionsButton = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('creates, shares and renames a project, and finds it by the user it is shared with', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { fullName } = await colleague(call)
  const name = newName('Levante')
  await page.goto('/crm/project/list')
  await page.getByRole('main').getByRole('link', { name: 'New Project', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New project' })).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await chooseOption(page, 'Shared With', fullName)
  await page.keyboard.press('Tab') // the list of names covers Save
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/crm\/project\/list$/)

  await page.getByLabel('Project Name').fill(name.slice(0, 60).toUpperCase())
  await page.getByLabel('Shared with User Name').fill(fullName.slice(0, 4))
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: fullName })).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name').fill(`${name} II`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/crm\/project\/show\//)
  await expect(page.getByText(`Name: ${name} → ${name} II`)).toBeVisible()
})

test('adds a company with its own contacts to a project, edits, removes and restores it', async ({ page }) => {
  test.slow()
  const call = await signInWithCalls(page, admin)
  const [first, second] = [await newCompany(call), await newCompany(call)]
  await newContact(call, first.uniqueId, 'Ahrens')
  await newContact(call, second.uniqueId, 'Behrens')
  const { uniqueId } = await newProject(call)
  await page.goto(`/crm/project/show/${uniqueId}`)
  await page.getByRole('button', { name: 'Add Company to Project' }).click()
  const attach = page.getByRole('dialog', { name: 'Attach Company Details' })
  await expect(attach.getByLabel('Main Contact')).toBeDisabled()
  await chooseOption(page, 'Company', first.legalName!)
  await chooseOption(page, 'Main Contact', 'Heike Ahrens')
  await chooseOption(page, 'Company', second.legalName!)
  await expect(attach.getByLabel('Main Contact')).toHaveValue('')
  await chooseOption(page, 'Main Contact', 'Heike Behrens')
  await chooseLevel(page, 'Potential', 'High')
  await attach.getByLabel('Next Contact').fill('2031-03-09')
  await attach.getByRole('button', { name: 'Save' }).click()
  await expect(attach).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: second.legalName! })
  await expect(row).toContainText('Heike Behrens')
  await expect(row).toContainText('09-03-2031')

  await actionsButton(page, second.legalName!, 'Edit Priority')
  await chooseLevel(page, 'Priority', 'Medium')
  await page.getByRole('dialog', { name: 'Edit Priority' }).getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Medium')

  await actionsButton(page, second.legalName!, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Company Details for Project' })
  await edit.getByLabel('Last Contact').fill('2026-02-03')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('03-02-2026')

  await actionsButton(page, second.legalName!, 'Details')
  await expect(page.getByRole('dialog', { name: 'Company Details' })).toContainText('In the project since')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Actions for ${second.legalName}` })).toBeFocused()

  await actionsButton(page, second.legalName!, 'Delete')
  await expect(page.getByRole('dialog')).toContainText('The company itself stays.')
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  const removed = page.getByRole('alert').filter({ hasText: 'The company was removed from the project.' })
  await expect(removed).toBeVisible()
  await expect(page.getByText('No companies in this project yet')).toBeVisible()
  await removed.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
})

test('rejects a company that is already in the project, and the dialog keeps the input', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const company = await newCompany(call)
  const { uniqueId } = await newProject(call)
  await addToProject(call, uniqueId, company.uniqueId)
  await page.goto(`/crm/project/show/${uniqueId}?open=attach`)
  const attach = page.getByRole('dialog', { name: 'Attach Company Details' })
  await chooseOption(page, 'Company', company.legalName!)
  await attach.getByRole('button', { name: 'Save' }).click()
  await expect(attach.getByRole('alert')).toContainText('This company is already in the project')
  await expect(attach.getByLabel('Company')).toHaveValue(company.legalName!)
})

test('sorts by country and priority in both directions', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId } = await newProject(call)
  const [low, high] = [await newCompany(call, newName('Alster')), await newCompany(call, newName('Bille'))]
  await call('PATCH', '/api/company/', { uniqueId: low.uniqueId, country: 'Austria' })
  await addToProject(call, uniqueId, low.uniqueId, { priority: 'LOW' })
  await addToProject(call, uniqueId, high.uniqueId, { priority: 'HIGH' })
  await page.goto(`/crm/project/show/${uniqueId}`)
  const firstRow = page.getByRole('table').getByRole('row').nth(1)
  for (const [column, ascending, descending] of [
    ['Priority', high.legalName!, low.legalName!],
    ['Country', low.legalName!, high.legalName!],
  ] as const) {
    const head = page.getByRole('columnheader', { name: column })
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(firstRow).toContainText(ascending)
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(firstRow).toContainText(descending)
  }
})

test('each column of a project’s companies has room for a useful part of its content', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const project = await newProject(call)
  const { uniqueId } = await newCompany(call)
  await call('PATCH', '/api/company/', { uniqueId, website: 'https://hafenausbau-nordsee.example' })
  await addToProject(call, project.uniqueId, uniqueId, { potential: 'MEDIUM', nextContact: '2031-12-24' })
  await page.goto(`/crm/project/show/${project.uniqueId}`)
  const row = page.getByRole('row').nth(1)
  const website = row.getByRole('link', { name: 'hafenausbau-nordsee.example' })
  expect((await website.boundingBox())!.width).toBeGreaterThan(70)
  const cut = await row.evaluate(
    (cells) =>
      [...cells.querySelectorAll('button > span')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
  )
  expect(cut).toBe(0)
})

test('level 2 sees the projects shared with it, and can’t change anything', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const { uniqueId: me } = await colleague(call)
  const company = await newCompany(call)
  const [shared, hidden] = [await newProject(call, { sharedWith: [me] }), await newProject(call)]
  await addToProject(call, shared.uniqueId, company.uniqueId)
  await signInWithCalls(page, level2)
  await page.goto(`/crm/project/show/${shared.uniqueId}`)
  await expect(page.getByRole('heading', { level: 1, name: shared.name })).toBeVisible()
  await page.getByRole('button', { name: `Actions for ${company.legalName}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Details'])
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Company to Project' })).toHaveCount(0)
  await page.goto(`/crm/project/show/${hidden.uniqueId}`)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('Project Events link to a company’s reports, to the tasks and to all projects', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const company = await newCompany(call)
  const project = await newProject(call)
  await addToProject(call, project.uniqueId, company.uniqueId)
  await page.goto(`/crm/project/listOld/?projectName=${encodeURIComponent(project.name)}`)
  await page.getByRole('button', { name: `Actions for ${company.legalName}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Reports' })).toHaveAttribute(
    'href',
    `/crm/meetingReport/company/${company.uniqueId}`,
  )
  await expect(page.getByRole('menuitem', { name: 'Tasks' })).toHaveAttribute('href', '/crm/nextSteps/list')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: company.legalName! }).click()
  await expect(page.getByRole('dialog', { name: 'Company Details' })).toBeVisible()
  await page.goto('/crm/project/listOld/')
  await page.getByRole('link', { name: 'List All Project' }).click()
  await expect(page).toHaveURL(/\/crm\/project\/list$/)
})

test('a view of Project Events keeps a condition, and columns of levels', async ({ page }) => {
  const call = await signInWithCalls(page, admin)
  const [name, project] = [newName('View'), await newProject(call)]
  for (const potential of ['HIGH', 'LOW']) {
    const company = await newCompany(call)
    await call('POST', '/api/projectCompany/', { project: project.uniqueId, company: company.uniqueId, potential })
  }
  await page.goto(`/crm/project/listOld?projectName=${encodeURIComponent(project.name)}`)
  const rows = page.getByRole('table', { name: 'Project Events' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: 'Potential', exact: true }).click()
  await page.getByLabel('Value').and(page.locator('input')).fill('hi')
  await page.getByRole('option', { name: 'High' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Filter: Potential is High', exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('checkbox', { name: 'Potential' }).click()
  await page.keyboard.press('Escape')
  await expect(rows.getByText('High')).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'project-events-view')

  await page.getByRole('button', { name: /^View:/ }).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^View:/ })).toHaveText(name)
  await page.goto(`/crm/project/listOld?view=${new URL(page.url()).searchParams.get('view')}`)
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('High')).toBeVisible()
})

test('members can’t share a project', async ({ page }) => {
  await signInWithCalls(page, 'pro@tradewind.test')
  await page.goto('/user/project/create')
  await expect(page.getByLabel('Name')).toBeVisible()
  await expect(page.getByLabel('Shared With')).toHaveCount(0)
})

test('project screens are accessible in every look', async ({ page }) => {
  test.setTimeout(240_000)
  const call = await signInWithCalls(page, admin)
  const [project] = await call<{ uniqueId: string }[]>('GET', '/api/project/?page=0&size=1&sort=dateCreated')
  const shown = `project/show/${project!.uniqueId}`
  const screens = [
    ['list', 'project/list?name=alpine', 'Alpine precision engineering'],
    ['show', shown, 'added it to the project'],
    ['create', 'project/create', 'Shared With'],
    ['listOld', 'project/listOld?projectName=northern', 'Jylland Vindservice A/S'],
    ['attach', `${shown}?open=attach`, 'Choose the company first.'],
  ] as const
  for (const [name, path, awaited] of screens) {
    await navigateTo(page, `/crm/${path}`)
    await expect(page.getByText(awaited).first()).toBeVisible()
    await takeScreenshots(page, `project-${name}`)
    await expectAccessible(page)
  }
})
