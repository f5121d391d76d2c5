import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconMailQuestion, IconPhoto, IconPrinter, IconUsersGroup } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { QuestionScore } from '@tradewind/contract/trust/review.schemas'
import type { ReviewResults } from '@tradewind/contract/trust/reviewAnswer.contract'
import { scoreText } from '@tradewind/contract/trust/star'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { ExportMenu } from '#ui/list/Rows'
import { Card } from '#ui/page/Card'
import { HeaderButton, PageHeader } from '#ui/page/PageHeader'
import { EmptyState, QueryContent } from '#ui/page/states'
import { usePrint } from '#ui/page/usePrint'
import { Badge } from '#ui/values/Badge'
import { useFormatCount } from '#ui/values/figures'
import { ScoreFigure, Stars } from '../Stars.tsx'
import { Countries, MeanCharts, Scores, StarShares } from './Charts.tsx'
import { NoData, PeriodChoice, PeriodComparison, type PeriodInput, useFormatMean, usePeriod } from './Period.tsx'
import { Remarks } from './Remarks.tsx'
import styles from './results.module.css'

export const handle = { name: phrase('Results') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

/** The own trust score, the figures behind it, a comparison of a period with the one before, and the remarks of customers. */
export default function Results() {
  const t = useText()
  const period = usePeriod()
  const read = useCall('GET /api/review/results', period.query, { keepsPreviousData: true })
  const hasAnswers = (read.data?.summary.breakDownScore.totalReviews ?? 0) > 0
  return (
    <Stack gap="lg" className={styles.report}>
      <PageHeader title={t('Results')}>{hasAnswers && <ExportButtons query={period.query} />}</PageHeader>
      {read.error?.status === 422 ? (
        <>
          <PeriodChoice period={period} />
          <Text role="alert" c="var(--mantine-color-error)">
            {Object.values(read.error.fields)
              .map((fault) => t(fault))
              .join(' ') || t(read.error.message)}
          </Text>
        </>
      ) : (
        <QueryContent of={read} height={320}>
          {(results) =>
            hasAnswers ? (
              <Report results={results} period={period} />
            ) : (
              <>
                <Tiles summary={results.summary} />
                <NoData />
                <FirstSteps hasInvited={results.summary.totalReviewsSent > 0} />
              </>
            )
          }
        </QueryContent>
      )}
    </Stack>
  )
}

/** Exports the figures to a file, or prints them. */
const ExportButtons = ({ query }: { query: PeriodInput }) => {
  const t = useText()
  const print = usePrint()
  const prepare = useSend('POST /api/review/results/export', { changes: ['audit'] })
  const mayExport = can(useActor(), reviewPolicy.export)
  return (
    <>
      {mayExport && (
        <ExportMenu
          isPending={prepare.isPending}
          prepare={async (format) => (await prepare.mutateAsync({ ...query, format })).data.url}
        />
      )}
      <HeaderButton icon={IconPrinter} onClick={print}>
        {t('Print')}
      </HeaderButton>
    </>
  )
}

interface ReportProps {
  results: ReviewResults
  period: ReturnType<typeof usePeriod>
}

const Report = ({ results, period }: ReportProps) => {
  const t = useText()
  const { now, before } = results.score
  return (
    <>
      <Tiles summary={results.summary} />
      <BrandScore summary={results.summary} />
      <PeriodChoice period={period} results={results} />
      {now.answers + before.answers > 0 ? (
        <>
          <PeriodComparison results={results} />
          <div className={styles.pair}>
            <Scores results={results} />
            <StarShares results={results} />
          </div>
          <MeanCharts results={results} />
          <OwnAnswers questions={results.ownQuestions} />
          <div className={styles.pair}>
            <Countries countries={results.countries} />
            <FrequentWords words={results.words} />
          </div>
        </>
      ) : (
        <div role="status">
          <NoData />
          <Text c="dimmed" ta="center">
            {t('No answer was given in these days or as many before. Choose a longer period.')}
          </Text>
        </div>
      )}
      <Remarks />
    </>
  )
}

/** Shown while nobody has answered yet: what to do next. */
const FirstSteps = ({ hasInvited }: { hasInvited: boolean }) => {
  const t = useText()
  const at = useArea()
  if (hasInvited) {
    return (
      <EmptyState
        icon={IconMailQuestion}
        title={t('Nobody has answered yet')}
        text={t('Your results begin with the first answer. Who has not answered after a week can be reminded.')}
      >
        <Button component={Link} to={at('campaigns')}>
          {t('Campaigns')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconUsersGroup}
      title={t('Ask your first customers')}
      text={t(
        'Choose your survey type in the settings, add customers to your audience and send them a campaign. Their answers make your score.',
      )}
    >
      <Group justify="center">
        <Button component={Link} to={at('audience/list')}>
          {t('Start a campaign')}
        </Button>
        <Button component={Link} to={at('settings')} variant="default">
          {t('Review Settings')}
        </Button>
      </Group>
    </EmptyState>
  )
}

/** Words that customers use often, and the ratings of those who use them. */
const FrequentWords = ({ words }: Pick<ReviewResults, 'words'>) => {
  const t = useText()
  const count = useFormatCount()
  return (
    <Card
      title={t('Words in remarks')}
      description={t('Words of several remarks in this period, with the average stars of the answers that have them.')}
    >
      {words.length === 0 ? (
        <Text c="dimmed" ta="center" py="xl">
          {t('No word is in more than one remark yet.')}
        </Text>
      ) : (
        <ul className={styles.words}>
          {words.map(({ word, remarks, score }) => (
            <li key={word}>
              <span>{word}</span>
              <Text span c="dimmed" size="sm" title={t('{count} remark|{count} remarks', { count: remarks })}>
                × {count(remarks)}
              </Text>
              <ScoreFigure score={score} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The answers to the own questions, in this period and the one before. Nothing if there are none. */
const OwnAnswers = ({ questions }: { questions: ReviewResults['ownQuestions'] }) => {
  const t = useText()
  const mean = useFormatMean()
  if (questions.length === 0) return null
  return (
    <Card
      title={t('Your own questions')}
      description={t('What your customers answered to them in this period. They are in none of the other figures.')}
    >
      <dl className={styles.breakdown}>
        {questions.map(({ uniqueId, question, retired, now, before }) => (
          <div key={uniqueId} style={{ display: 'contents' }}>
            <dt>
              {question}{' '}
              {retired && (
                <Badge size="sm" color="gray">
                  {t('Retired')}
                </Badge>
              )}
              <Text size="sm" c="dimmed">
                {t('{count} answer|{count} answers', { count: now.answers })}
                {before.mean !== null && ` · ${t('the period before: {mean}', { mean: mean(before.mean) })}`}
              </Text>
            </dt>
            <dd>
              {now.mean === null ? (
                '–'
              ) : (
                <>
                  <Stars score={now.mean} size={18} isDecoration />
                  <ScoreFigure score={now.mean} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type Summary = ReviewResults['summary']

/** The score and the number of invitations. */
const Tiles = ({ summary }: { summary: Summary }) => {
  const t = useText()
  const figure = useFormatCount()
  const language = useLanguage()
  const { score, totalReviewsSent, totalAnsweredReviews, totalUnansweredReviews, breakDownScore } = summary
  const hasScore = breakDownScore.totalReviews > 0
  return (
    <ul className={styles.tiles}>
      <Tile name={t('Review Score out of 5')}>
        {hasScore ? <ScoreFigure score={score} decimals={2} /> : scoreText(0, language, 2)}
      </Tile>
      <Tile name={t('Total Invites Sent')} path="invitations">
        {figure(totalReviewsSent)}
      </Tile>
      <Tile name={t('Answered Invites')}>{figure(totalAnsweredReviews)}</Tile>
      <Tile name={t('Unanswered Invites')} path="unanswered">
        {figure(totalUnansweredReviews)}
      </Tile>
    </ul>
  )
}

const Tile = ({ name, path, children }: { name: string; path?: string; children: ReactNode }) => {
  const at = useArea()
  return (
    <li className={styles.tile}>
      <span className={styles.figure}>{children}</span>
      {path ? (
        <Anchor component={Link} to={at(path)} prefetch="intent" size="sm" c="dimmed" underline="hover">
          {name}
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      )}
    </li>
  )
}

/** The brand with its stars, overall and by question. */
const BrandScore = ({ summary: { score, companyName, brandLogoUID, breakDownScore } }: { summary: Summary }) => {
  const t = useText()
  const { totalReviews, breakdown } = breakDownScore
  return (
    <Card title={t('How you stand')}>
      <div className={styles.standing}>
        <div className={styles.logo}>
          {brandLogoUID ? (
            <img src={`/api/document/${brandLogoUID}`} alt={t('Brand Logo')} />
          ) : (
            <IconPhoto size={48} stroke={1} role="img" aria-label={t('No logo yet')} />
          )}
        </div>
        <Stack gap="sm" miw={0}>
          <Title order={3} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {companyName ?? t('No brand name yet')}
          </Title>
          <Group gap="xs">
            {totalReviews > 0 && <Stars score={score} size={24} isDecoration />}
            {totalReviews > 0 && (
              <strong>
                <ScoreFigure score={score} />
              </strong>
            )}
            <Text c="dimmed">{t('{count} review|{count} reviews', { count: totalReviews })}</Text>
          </Group>
          <Breakdown breakdown={breakdown} />
        </Stack>
      </div>
    </Card>
  )
}

const Breakdown = ({ breakdown }: { breakdown: readonly QuestionScore[] }) => {
  const t = useText()
  if (breakdown.length === 0) return <Text c="dimmed">{t('No breakdown available')}</Text>
  return (
    <dl className={styles.breakdown}>
      {breakdown.map(({ questionId, headline, breakdownScore }) => (
        <div key={questionId} style={{ display: 'contents' }}>
          <dt>{headline}</dt>
          <dd>
            <Stars score={breakdownScore} size={18} isDecoration />
            <ScoreFigure score={breakdownScore} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
