/** What EXPLAIN says of a query, as far as it is asked how many rows there are. */
export interface Planned {
  Plan: {
    'Plan Rows': number
    'Distributed Query'?: { Job: { Tasks: [{ 'Remote Plan': [[Planned]] }] } }
  }
}

/** How many rows the planner expects. On a cluster the worker knows that. */
export const rowsPlanned = ({ Plan: plan }: Planned): number => {
  const there = plan['Distributed Query']
  return there ? rowsPlanned(there.Job.Tasks[0]['Remote Plan'][0][0]) : plan['Plan Rows']
}
