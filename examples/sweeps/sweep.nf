// A sweep as Nextflow tasks: nextflow run examples/sweeps/sweep.nf --sweep sweep.json --shards 16
params.sweep = 'sweep.json'
params.scene = 'scene.json'
params.shards = 16

process shard {
    input:
    path sweep
    path scene
    val i

    output:
    path "shard-${i}"

    script:
    """
    pliant sweep ${sweep} --out shard-${i} --shard ${i}/${params.shards} --workers ${task.cpus}
    """
}

process tables {
    publishDir '.', mode: 'copy'

    input:
    path parts

    output:
    path 'results'

    script:
    """
    pliant sweep merge results ${parts}
    """
}

workflow {
    shard(file(params.sweep), file(params.scene), Channel.of(0..<params.shards))
    tables(shard.out.collect())
}
