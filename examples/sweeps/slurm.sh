#!/bin/bash
# A sweep as a Slurm array: sbatch examples/sweeps/slurm.sh sweep.json results
# Then, once: pliant sweep merge results
#SBATCH --job-name=pliant-sweep
#SBATCH --array=0-15
#SBATCH --cpus-per-task=4
#SBATCH --time=01:00:00
pliant sweep "$1" --out "$2" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --workers "$SLURM_CPUS_PER_TASK"
