import { Anchor, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { BASIC_UP } from '@tradewind/contract/roles'
import { Link } from 'react-router'
import type { RowOf } from '#kit/api/calls'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useActor, useSwitchedOff } from '#kit/session'
import { useText } from '#kit/text'
import styles from './dashboard.module.css'

type FirstStep = RowOf<'GET /api/home/firstSteps'>['step']

/** `importPath`: many can be imported instead. */
const steps: Record<FirstStep, { text: string; path: string; importPath?: string }> = {
  COLLEAGUES: { text: phrase('Invite a colleague'), path: 'create' },
  COMPANIES: { text: phrase('Add the first company'), path: 'company/create', importPath: 'import/new' },
  CONTACTS: { text: phrase('Add a contact'), path: 'contact/create' },
  REPORTS: { text: phrase('Write the first meeting report'), path: 'meeting/create' },
  PROJECTS: { text: phrase('Start a project'), path: 'project/create' },
  BRAND: { text: phrase('Add your brand name and logo'), path: 'settings' },
  SURVEY: { text: phrase('Choose your survey'), path: 'settings' },
  CAMPAIGN: { text: phrase('Ask the first customers'), path: 'audience/list' },
  ANSWER: { text: phrase('Get the first answer'), path: 'invitations' },
}

const useShowsFirstSteps = () => {
  const roles = useActor().roles
  const hasReviews = !useSwitchedOff().includes('REVIEWS_ENABLED') && BASIC_UP.some((role) => roles.includes(role))
  return hasReviews || roles.includes('ROLE_TENANT_ADMIN')
}

/** The first steps and whether each is done; `isLoading` until the first load has succeeded or failed, false for users who are shown none. */
export const useFirstSteps = () =>
  useCall('GET /api/home/firstSteps', {}, { enabled: useShowsFirstSteps(), refetchOnMount: true })

/** What the administrator of a new tenant, or a new member, does first. Hidden when everything is done. */
export const FirstSteps = () => (useShowsFirstSteps() ? <Steps /> : null)

const StepLinks = ({ text, path, importPath }: (typeof steps)[FirstStep]) => {
  const t = useText()
  const at = useArea()
  return (
    <span>
      <Anchor component={Link} to={at(path)} prefetch="intent">
        {t(text)}
      </Anchor>
      {importPath && (
        <>
          {' · '}
          <Anchor component={Link} to={at(importPath)} prefetch="intent" style={{ whiteSpace: 'nowrap' }}>
            {t('Import from a file')}
          </Anchor>
        </>
      )}
    </span>
  )
}

const Steps = () => {
  const t = useText()
  const { data } = useFirstSteps()
  if (!data || data.rows.every(({ done }) => done)) return null
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps" mb="sm">
        {t('First steps')}
      </Title>
      <ul className={styles.steps}>
        {data.rows.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            <ThemeIcon variant="transparent" size="sm" color={done ? 'teal' : 'gray'} aria-hidden>
              {done ? <IconCheck size={18} /> : <IconCircle size={18} />}
            </ThemeIcon>
            {done ? (
              <Text span c="dimmed">
                {t(steps[step].text)}
                <VisuallyHidden> ({t('done')})</VisuallyHidden>
              </Text>
            ) : (
              <StepLinks {...steps[step]} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
